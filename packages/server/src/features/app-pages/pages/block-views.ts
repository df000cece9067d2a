import {
  type AppBlock,
  actionOf,
  fieldsSetting,
  isAmong,
  isSafeLink,
  numberSetting,
  pickSetting,
  tableOf,
  targetOf,
  textSetting,
} from '@weft/apps';
import { type Field, isLinkField, isSelectField } from '@weft/core';
import type { BlockView, FilterView } from '@weft/public';
import { isId } from '@weft/std';
import { withParams } from '../addresses.ts';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { askableFields } from '../records/block-query.ts';
import { cellText } from '../records/cell-text.ts';
import { readableFields, tableOf as tableIn } from '../records/sight.ts';
import { calendarView, kanbanView } from './board-views.ts';
import { yesOrNo } from './cell-view.ts';
import { linkChoices } from './controls.ts';
import { maySee, type PageContext, queryOfBlock } from './page-context.ts';
import { names } from './page-state.ts';
import { detailView, formView, pressPart, sentParts } from './record-views.ts';
import { type Cursors, rowsView } from './rows-view.ts';
import { chartView, metricView } from './sums-view.ts';

type Content = BlockView['content'];
type Look = (context: PageContext, block: AppBlock, cursors: Cursors) => Promise<Content | null>;

const levels: { readonly [size: string]: 1 | 2 | 3 } = { large: 1, medium: 2, small: 3 };

const heading: Look = async ({ record, sight }, block) => {
  const id = textSetting(block, 'field');
  const cell = record?.cells.find(({ field }) => field.id === id);
  const held = cell === undefined ? '' : cellText(cell, sight.visitor.env);
  const text = held || textSetting(block, 'text') || (cell === undefined ? '' : 'Unnamed record');
  return text === ''
    ? null
    : { kind: 'heading', text, level: levels[pickSetting(block, 'level')] ?? 1, below: null };
};

const text: Look = async (_context, block) => {
  const written = textSetting(block, 'text');
  return written === null ? null : { kind: 'text', text: written };
};

/** Where a link of an author leads; null: nowhere that may be led to. */
function leadsTo(text: string | null): { href: string; outside: boolean } | null {
  const link = text?.trim() ?? '';
  return isSafeLink(link) ? { href: link, outside: /^https?:/i.test(link) } : null;
}

const image: Look = async ({ at }, block) => {
  const [fileId] = (textSetting(block, 'image') ?? '').split(' ');
  return fileId
    ? {
        ...{ kind: 'image', src: at.aside(`images/${fileId}`), alt: textSetting(block, 'alt') ?? '' },
        leads: leadsTo(textSetting(block, 'link')),
      }
    : null;
};

const embed: Look = async (_context, block) => {
  const link = textSetting(block, 'link') ?? '';
  if (!/^https:\/\//i.test(link) || !URL.canParse(link)) return null;
  const label = textSetting(block, 'title') ?? new URL(link).host;
  return { kind: 'embed', src: new URL(link).href, label, height: numberSetting(block, 'height') };
};

/** The address that a press of a button leads to; null: the server does something; undefined: nothing is to be had. */
export function hrefOfAction(
  context: PageContext,
  block: AppBlock,
): { href: string; outside: boolean } | null | undefined {
  const action = actionOf(block);
  if (action === null) return undefined;
  if (action.name === 'openLink') return leadsTo(String(action.settings.link ?? '')) ?? undefined;
  if (action.name !== 'openPage') return null;
  const page = context.app.pages.find(({ id }) => id === action.settings.page);
  if (page === undefined || !maySee(context, page)) return undefined;
  const recordId =
    page.table !== null && page.table === context.page.table ? (context.record?.id ?? null) : null;
  return { href: context.at.page(page.slug, recordId), outside: false };
}

/** What is said of a press that was done, by what it did. */
const saidDone: { readonly [action: string]: string } = {
  ...{ createRecord: 'Added.', updateRecord: 'Saved.', sendMail: 'Sent.', runIntegration: 'Sent.' },
};

const button: Look = async (context, block) => {
  const action = actionOf(block);
  const leads = hrefOfAction(context, block);
  const label = textSetting(block, 'text');
  if (label === null || leads === undefined || action === null) return null;
  const look = { label, icon: null, primary: pickSetting(block, 'look') === 'primary' };
  if (leads !== null) return { kind: 'button', button: { ...look, ...leads } };
  // What acts on a record is of no use where there is none.
  if (action.type.ofRecord === true && context.record === null) return null;
  // What goes to another service goes there once, and what is made is made once.
  const parts = [...sentParts(context), pressPart()];
  const sent = { action: context.at.aside(`do/${block.id}`), parts };
  const asks = action.name === 'deleteRecord' ? 'This cannot be taken back here.' : null;
  const done = context.params.get(names.done) === block.id ? (saidDone[action.name] ?? 'Done.') : null;
  return { kind: 'button', button: { ...look, sent, confirm: textSetting(block, 'confirm') ?? asks, done } };
};

/** The chosen parameters of a page that a form of choices keeps, but for those that it sets itself. */
const keptParts = ({ params }: PageContext, own: (name: string) => boolean) =>
  [...params].filter(([name]) => !own(name) && name !== names.done);

const search: Look = async (context, block) => {
  const target = targetOf(context.app, block);
  if (target === null || queryOfBlock(context, target) === null) return null;
  const name = names.search(target.id);
  const cursor = names.cursor(target.id);
  const tableId = tableOf(context.app, target);
  const noun = (tableId && tableIn(context.sight, tableId)?.name.toLowerCase()) || 'records';
  return {
    kind: 'search',
    ...{ name, target: target.id, value: context.params.get(name) ?? '' },
    label: textSetting(block, 'placeholder') ?? `Search ${noun}`,
    action: context.at.page(context.page.slug, context.record?.id),
    parts: keptParts(context, (one) => one === name || one === cursor),
  };
};

async function choicesOf(
  { sight, params }: PageContext,
  block: AppBlock,
  field: Field,
  chosen: string,
): Promise<Pick<FilterView, 'options' | 'find'>> {
  if (isLinkField(field)) {
    const name = names.options(block.id, field.id);
    const ids = new Set(isId('rec', chosen) ? [chosen] : []);
    return linkChoices(sight, field, ids, { name, search: params.get(name) ?? '' });
  }
  const values = isSelectField(field)
    ? field.template.options
    : appKindOf(field).control === 'check'
      ? [
          { value: 'true', label: yesOrNo(true) },
          { value: 'false', label: yesOrNo(false) },
        ]
      : [];
  const options = values.map(({ value, label }) => ({ value, label, chosen: value === chosen }));
  return { options, find: null };
}

const filterBar: Look = async (context, block) => {
  const { app, sight, params, at, page, record } = context;
  const target = targetOf(app, block);
  const query = target && queryOfBlock(context, target);
  const table = query && tableIn(sight, query.tableId);
  if (target === null || table === null) return null;
  const shown = new Set(query?.fieldIds);
  const askable = askableFields(sight, table, readableFields(sight, table)).filter(({ id }) => shown.has(id));
  const fields = fieldsSetting(block).flatMap((id) => askable.find((field) => field.id === id) ?? []);
  const filters = await Promise.all(
    fields.map(async (field): Promise<FilterView> => {
      const name = names.filter(target.id, field.id);
      return { name, label: field.name, ...(await choicesOf(context, block, field, params.get(name) ?? '')) };
    }),
  );
  const useful = filters.filter(({ options, find }) => options.length > 0 || find !== null);
  if (useful.length === 0) return null;
  const own = new Set([...useful.map(({ name }) => name), names.cursor(target.id)]);
  return {
    kind: 'filterBar',
    ...{ filters: useful, target: target.id },
    action: at.page(page.slug, record?.id),
    parts: keptParts(context, (name) => own.has(name)),
  };
};

const section: Look = async (context, block, cursors) => {
  const blocks = await blockViews(context, block.inner, cursors);
  return blocks.length === 0 ? null : { kind: 'section', blocks };
};

const columns: Look = async (context, block, cursors) => {
  const made = await blockViews(context, block.inner, cursors);
  if (made.length === 0) return null;
  const opens = (one: AppBlock): boolean => one.settings.opens === context.page.id || one.inner.some(opens);
  const showsRecord = context.record !== null && block.inner.some(opens);
  return { kind: 'columns', columns: made.map((one) => [one]), showsRecord };
};

const tabs: Look = async (context, block, cursors) => {
  const shown = block.inner.filter((one) => isAmong(one.visibleTo, context.sight.visitor.user));
  const name = names.tab(block.id);
  const open = shown.find(({ id }) => id === context.params.get(name)) ?? shown[0];
  if (open === undefined) return null;
  return {
    kind: 'tabs',
    tabs: shown.map((one, at) => ({
      label: textSetting(one, 'title') ?? `Tab ${at + 1}`,
      href: withParams(context.address, { [name]: one.id }),
      isOpen: one === open,
    })),
    blocks: await blockViews(context, open.inner, cursors),
  };
};

/** How each kind of block looks; null: nothing is to be seen of it. */
const looks: { readonly [name in AppBlock['name']]: Look } = {
  ...{ heading, text, image, embed, button, search, filterBar, section, columns, tabs },
  ...{ list: (context, block, cursors) => rowsView(context, cursors, block) },
  ...{ table: (context, block, cursors) => rowsView(context, cursors, block) },
  ...{ gallery: (context, block, cursors) => rowsView(context, cursors, block) },
  ...{ kanban: kanbanView, calendar: calendarView, metric: metricView, chart: chartView },
  ...{ detail: detailView, form: formView },
};

/** Titles that stand in what a block shows. */
const showsTitle: ReadonlySet<AppBlock['name']> = new Set(['metric', 'embed']);

/** A block as somebody sees it; null: not at all. In the editor it says why. */
export async function blockView(
  context: PageContext,
  block: AppBlock,
  cursors: Cursors,
): Promise<BlockView | null> {
  if (!isAmong(block.visibleTo, context.sight.visitor.user)) return null;
  const content = await looks[block.name](context, block, cursors);
  const title = showsTitle.has(block.name) ? null : textSetting(block, 'title');
  if (content !== null) return { id: block.id, title, content };
  return (
    context.why && { id: block.id, title: null, content: { kind: 'hidden', why: context.why(block.id) } }
  );
}

export async function blockViews(
  context: PageContext,
  blocks: readonly AppBlock[],
  cursors: Cursors,
): Promise<readonly BlockView[]> {
  const made = await Promise.all(blocks.map((block) => blockView(context, block, cursors)));
  return made.filter((view) => view !== null);
}
