import {
  type App,
  type AppBlock,
  type AppPage,
  type Binding,
  type BindingContext,
  type BoundCondition,
  boundFilter,
  type Conditions,
  filterOf,
  isAmong,
  readsOf,
  safeFilter,
  sortOf,
  textSetting,
} from '@weft/apps';
import type { RecordData, Table } from '@weft/core';
import { type AppAddresses, withParams } from '../addresses.ts';
import { askableFields, type BlockQuery } from '../records/block-query.ts';
import type { ShownRow } from '../records/shown-rows.ts';
import { readableFields, type Sight, saysNothing, tableOf } from '../records/sight.ts';
import type { CellLooks } from './cell-view.ts';
import { isParameter } from './page-state.ts';

/** What was sent to a form and not taken. */
export interface SentBack {
  readonly blockId: string;
  readonly sent: ReadonlyMap<string, readonly string[]>;
  /** By field; of all of it under ''. */
  readonly faults: ReadonlyMap<string, string>;
}

/** One page of an app, as one person opens it. */
export interface PageContext {
  readonly app: App;
  readonly sight: Sight;
  readonly page: AppPage;
  /** The record that the page is about, as the person may read it; null: it is about none. */
  readonly record: ShownRow | null;
  readonly params: URLSearchParams;
  readonly at: AppAddresses;
  /** The address of the page, with all that was chosen on it. */
  readonly address: string;
  readonly recordHref: CellLooks['recordHref'];
  readonly sentBack: SentBack | null;
  /** In the editor, why a block shows nothing; null: it is the published app. */
  readonly why: ((blockId: string) => string) | null;
}

/** How cells of a block look: its files are read by way of it. */
export const looksOf = ({ sight, recordHref, at, record }: PageContext, blockId: string): CellLooks => ({
  ...{ sight, recordHref },
  fileHref: (recordId, fieldId, fileId) => {
    const address = at.aside(`files/${blockId}/${recordId}/${fieldId}/${fileId}`);
    return record === null ? address : withParams(address, { record: record.id });
  },
});

/** The cells of a row by their fields. */
const dataOf = ({ cells }: ShownRow): RecordData =>
  Object.fromEntries(cells.map(({ field, value }) => [field.id, value]));

export const bindingContext = ({
  sight,
  record,
  params,
}: Pick<PageContext, 'sight' | 'record' | 'params'>): BindingContext => ({
  user: sight.visitor.user,
  today: sight.visitor.today,
  record: record && { id: record.id, data: dataOf(record) },
  parameter: (name) => (isParameter(name) ? params.get(name) : null),
});

/** Whether a value comes from the address of a page, which visitors write. */
export const readsAddress = (bound: Binding): boolean =>
  bound.from === 'url' ||
  (bound.from === 'formula' && (readsAddress(bound.left) || readsAddress(bound.right)));

/** What visitors compare with, who write the address: their comparing tells them what a field holds. */
function isAskedByAddress({ items }: Conditions, mayAsk: (fieldId: string) => boolean): boolean {
  return items.some((item: Conditions | BoundCondition) =>
    'fieldId' in item
      ? item.value !== undefined && readsAddress(item.value) && !mayAsk(item.fieldId)
      : isAskedByAddress(item, mayAsk),
  );
}

/** The filter of a block; null: it chooses nothing; undefined: it has none. */
function filterFor(context: PageContext, table: Table, block: AppBlock): BlockQuery['filter'] {
  const conditions = filterOf(block);
  if (conditions === null) return undefined;
  const { sight } = context;
  const askable = new Set(askableFields(sight, table, readableFields(sight, table)).map(({ id }) => id));
  if (isAskedByAddress(conditions, (id) => askable.has(id))) return null;
  const bound = safeFilter(boundFilter(conditions, bindingContext(context)), table, sight.visitor.env);
  return saysNothing(bound) ? undefined : bound;
}

/** What a block reads of its table; null: its table is gone, or it has none. */
export function queryOfBlock(context: PageContext, block: AppBlock): BlockQuery | null {
  const reads = readsOf(context.app, block);
  const table = reads && tableOf(context.sight, reads.table);
  if (reads === null || table === null) return null;
  return {
    tableId: table.id,
    fieldIds: reads.fields,
    filter: filterFor(context, table, block),
    sort: sortOf(block),
  };
}

/** Whether somebody may open a page. */
export const maySee = ({ app, sight }: Pick<PageContext, 'app' | 'sight'>, page: AppPage): boolean =>
  isAmong(page.visibleTo, sight.visitor.user) && (app.access === 'public' || sight.visitor.user !== null);

const listsItself = (app: App, page: AppPage): boolean =>
  [...app.blocks.values()].some((block) => block.page === page.id && block.settings.opens === page.id);

/** Whether a page is one to begin with: it is about no record, or lists those that it is about. */
export const opensAlone = (app: App, page: AppPage): boolean => page.table === null || listsItself(app, page);

/** The page that a block leads to, where the person may open it. */
export function openedPage(context: PageContext, block: AppBlock): AppPage | null {
  const id = textSetting(block, 'opens');
  const page = context.app.pages.find((one) => one.id === id);
  return page !== undefined && maySee(context, page) ? page : null;
}

/** A block of a page, where the person is to see it and all that it stands in. */
export function visibleBlock(context: PageContext, blockId: string): AppBlock | null {
  const find = (blocks: readonly AppBlock[]): AppBlock | null => {
    for (const block of blocks) {
      if (!isAmong(block.visibleTo, context.sight.visitor.user)) continue;
      if (block.id === blockId) return block;
      const inner = find(block.inner);
      if (inner !== null) return inner;
    }
    return null;
  };
  return find(context.page.blocks);
}
