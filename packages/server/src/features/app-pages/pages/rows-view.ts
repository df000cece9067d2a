import { type AppBlock, fieldsSetting, numberSetting, textSetting } from '@weft/apps';
import { type Field, holdsFiles } from '@weft/core';
import type { BlockView, CellView, ColumnView, RowsView, RowView } from '@weft/public';
import { withParams } from '../addresses.ts';
import { askableFields } from '../records/block-query.ts';
import { readPage } from '../records/read-rows.ts';
import type { ShownRow } from '../records/shown-rows.ts';
import { tableOf } from '../records/sight.ts';
import { type CellLooks, cellView, readsFromEnd } from './cell-view.ts';
import { looksOf, openedPage, type PageContext, queryOfBlock } from './page-context.ts';
import { askedOf, isNarrowed, names, narrowing } from './page-state.ts';

export interface Cursors {
  readonly seal: (about: string, cursor: string) => string;
  readonly open: (about: string, sealed: string) => string;
}

const nothingYet = 'Nothing here yet.';
const nothingFound = 'Nothing matches what you chose.';

/** The shown fields in the order of their cells: what names a record stands first, and a picture names none. */
export function displayed(block: AppBlock, fields: readonly Field[]): readonly Field[] {
  const wanted = fieldsSetting(block).flatMap((id) => fields.find((field) => field.id === id) ?? []);
  const image = textSetting(block, 'imageField');
  const picture = fields.find(({ id }) => id === image);
  const all = picture === undefined || wanted.includes(picture) ? wanted : [...wanted, picture];
  const first = all.find(({ type }) => !holdsFiles(type));
  return first === undefined ? all : [first, ...all.filter((field) => field !== first)];
}

const cellsOf = (looks: CellLooks, row: ShownRow, fields: readonly Field[]): readonly CellView[] =>
  fields.flatMap((field) => {
    const cell = row.cells.find((one) => one.field.id === field.id);
    return cell === undefined ? [] : [cellView(looks, row.id, cell)];
  });

/** Rows of a block, each with where it opens. */
export function rowViews(
  context: PageContext,
  block: AppBlock,
  rows: readonly ShownRow[],
  fields: readonly Field[],
): readonly RowView[] {
  const page = openedPage(context, block);
  const looks = looksOf(context, block.id);
  return rows.map((row) => ({
    href: page === null ? null : context.at.page(page.slug, page.table === null ? null : row.id),
    isOpen: context.record?.id === row.id && page?.id === context.page.id,
    cells: cellsOf(looks, row, fields),
  }));
}

function columnsOf(
  { sight, params, address }: PageContext,
  block: AppBlock,
  tableId: string,
  fields: readonly Field[],
): readonly ColumnView[] {
  const table = tableOf(sight, tableId);
  const askable = new Set((table === null ? [] : askableFields(sight, table, fields)).map(({ id }) => id));
  const name = names.sort(block.id);
  const now = params.get(name) ?? '';
  return fields.map((field) => {
    const is = now === field.id ? 'asc' : now === `-${field.id}` ? 'desc' : null;
    const next = is === null ? field.id : is === 'asc' ? `-${field.id}` : null;
    const sorts = askable.has(field.id) && !holdsFiles(field.type);
    return {
      ...{ id: field.id, name: field.name, atEnd: readsFromEnd(field) },
      sort: sorts
        ? { href: withParams(address, { [name]: next, [names.cursor(block.id)]: null }), is }
        : null,
    };
  });
}

/** Whose list a cursor is a place in. */
const aboutBlock = ({ sight: { visitor }, page }: PageContext, block: AppBlock): string =>
  `${page.id} ${block.id} ${visitor.user?.recordId ?? ''}`;

/** A list, a table or a gallery; null: nothing is to be seen of it. */
export async function rowsView(
  context: PageContext,
  cursors: Cursors,
  block: AppBlock,
): Promise<BlockView['content'] | null> {
  const query = queryOfBlock(context, block);
  if (query === null || (block.name !== 'list' && block.name !== 'table' && block.name !== 'gallery'))
    return null;
  const { params, address, sight, at } = context;
  const asked = askedOf(block.id, params);
  const sealed = params.get(names.cursor(block.id));
  const about = aboutBlock(context, block);
  const page = await readPage(sight, query, {
    ...asked,
    perPage: numberSetting(block, 'perPage'),
    includeTotal: true,
    ...(sealed !== null && { cursor: cursors.open(about, sealed) }),
  });
  if (page === null) return null;
  const fields = displayed(block, page.fields);
  if (fields.length === 0) return null;
  const noun = tableOf(sight, query.tableId)?.name.toLowerCase() ?? '';
  const { rows, nextCursor, total } = page;
  const isSome = isNarrowed(asked);
  const more =
    nextCursor && withParams(address, { [names.cursor(block.id)]: cursors.seal(about, nextCursor) });
  const chosen = fieldsSetting(block)[0];
  const first = fields.findIndex(({ id, type }) => id === chosen && holdsFiles(type));
  const view: RowsView = {
    // An author who puts the pictures first has them beside the names, as lists have.
    pictures: first > 0 ? first : null,
    columns: columnsOf(context, block, query.tableId, fields),
    rows: rowViews(context, block, rows, fields),
    count: `${rows.length} of ${total ?? rows.length} ${noun}`,
    more,
    download:
      block.settings.exports === true
        ? withParams(at.aside(`export/${block.id}`), stateFor(context, block.id))
        : null,
    empty: {
      text: isSome ? nothingFound : (textSetting(block, 'empty') ?? nothingYet),
      clear: isSome ? withParams(address, narrowing(block.id, params)) : null,
    },
  };
  return { kind: block.name, rows: view };
}

/** What a request beside the page needs to know of it: its record, and what was chosen. */
function stateFor(
  { record, params }: PageContext,
  blockId: string,
): { readonly [name: string]: string | null } {
  const own = [...params].filter(([name]) => !/^[qscmft]-/.test(name) || name.includes(`-${blockId}`));
  return {
    ...Object.fromEntries(own),
    ...(record !== null && { record: record.id }),
    [names.cursor(blockId)]: null,
  };
}
