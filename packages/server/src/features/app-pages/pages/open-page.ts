import { type AppBlock, type AppPage, isAmong } from '@weft/apps';
import { AppError, isId } from '@weft/std';
import type { AppAddresses } from '../addresses.ts';
import { readOne } from '../records/read-rows.ts';
import { readableFields, type Sight, tableOf } from '../records/sight.ts';
import { maySee, opensAlone, type PageContext, type SentBack, visibleBlock } from './page-context.ts';

/** What is asked for: a page, and what was chosen on it. */
export interface AskedPage {
  readonly slug: string | null;
  readonly recordId: string | null;
  readonly params: URLSearchParams;
}

type Opened =
  | { readonly is: 'page'; readonly context: PageContext }
  | { readonly is: 'sign-in' }
  | { readonly is: 'nothing' };

/** How a page is opened, besides what is asked for. */
interface Opening {
  readonly at: AppAddresses;
  readonly sentBack?: SentBack | null;
  readonly why?: ((blockId: string) => string) | null;
}

/** Characters of what is chosen on a page; links of the page carry all of it along. */
const mostChosen = 8_192;

/** What may stand in the address of a page: files that programs look for, as robots.txt, have no such names. */
const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 60;

const isStateOfPage = (name: string): boolean => name !== 'record';

/** A page with the record it is about, as one person may open it. */
export async function openPage(
  sight: Sight,
  { slug, recordId, params }: AskedPage,
  opening: Opening,
): Promise<Opened> {
  const { app } = sight;
  if (params.toString().length > mostChosen) throw new AppError('limit', 'This address is too long');
  const seen = app.pages.filter((page) => maySee({ app, sight }, page));
  const page =
    slug === null ? seen.find((one) => opensAlone(app, one)) : app.pages.find((one) => one.slug === slug);
  const asksWho = sight.visitor.user === null && app.users !== null;
  // To somebody signed in a page that is not for them is not there; a stranger is not told which pages there are.
  if (page === undefined || !seen.includes(page))
    return asksWho && (slug === null || isSlug(slug)) ? { is: 'sign-in' } : { is: 'nothing' };
  const record = await recordOf(sight, page, recordId);
  if (recordId !== null && record === null) return { is: 'nothing' };
  const { at, sentBack = null, why = null } = opening;
  const chosen = new URLSearchParams(
    [...params].flatMap(([name, value]) => (isStateOfPage(name) ? [[name, value.replaceAll('\0', '')]] : [])),
  );
  const own = at.page(page.slug, record?.id);
  const search = new URLSearchParams([...new URL(own, 'http://app').searchParams, ...chosen]).toString();
  const address = `${own.replace(/\?.*$/, '')}${search === '' ? '' : `?${search}`}`;
  const recordHref = (tableId: string, id: string) => {
    const about = seen.find(({ table }) => table === tableId);
    return about === undefined ? null : at.page(about.slug, id);
  };
  return {
    is: 'page',
    context: { app, sight, page, record, params: chosen, at, address, recordHref, sentBack, why },
  };
}

/** Everything that a person may read of the record of a page. */
async function recordOf(sight: Sight, page: AppPage, recordId: string | null) {
  const table = page.table === null ? null : tableOf(sight, page.table);
  if (table === null || recordId === null || !isId('rec', recordId)) return null;
  const fieldIds = readableFields(sight, table).map(({ id }) => id);
  return readOne(sight, { tableId: table.id, filter: undefined, fieldIds, sort: [] }, recordId);
}

/** A block of the app with the page it stands on, where a person is to see both; the page is about `record`. */
export async function openBlock(
  sight: Sight,
  blockId: string,
  { recordId, params }: Omit<AskedPage, 'slug'>,
  opening: Opening,
): Promise<{ readonly context: PageContext; readonly block: AppBlock } | null> {
  const found = sight.app.blocks.get(blockId);
  const page = sight.app.pages.find(({ id }) => id === found?.page);
  if (page === undefined || !isAmong(page.visibleTo, sight.visitor.user)) return null;
  const opened = await openPage(sight, { slug: page.slug, recordId, params }, opening);
  if (opened.is !== 'page') return null;
  const block = visibleBlock(opened.context, blockId);
  return block && { context: opened.context, block };
}
