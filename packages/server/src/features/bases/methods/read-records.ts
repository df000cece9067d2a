import { emptyViewConfig, groupKeys } from '@weft/core';
import type { RecordQuery } from '@weft/db';
import type { CallInput } from '@weft/protocol';
import { notFound, withoutUndefined } from '@weft/std';
import type { BasesContext, BasesHandlers } from '../deps.ts';
import { runScanFor } from '../reads/run-scan-for.ts';
import { fittingPage } from './fitting-page.ts';
import { type LoadedBase, loadBase, loadLinkedTable, loadTable } from './load-base.ts';
import { presentRecords } from './present-record.ts';
import { timeZoneOf } from './time-zone.ts';
import { viewChoice } from './view-choice.ts';

type Choice = Pick<
  CallInput<'records.list'>,
  'tableId' | 'viewId' | 'timeZone' | 'filters' | 'sort' | 'search' | 'fieldIds'
>;

/** The query of a call: what it does not say itself is taken from its view. */
async function queryOf(context: BasesContext, base: LoadedBase, input: Choice): Promise<RecordQuery> {
  const timeZone = timeZoneOf(input.timeZone);
  const now = new Date(context.deps.now()).toISOString();
  let { filters, sort } = input;
  if (input.viewId !== undefined) {
    const { table, shownField } = await loadLinkedTable(base.store, input.tableId);
    const view = table.views.find((candidate) => candidate.id === input.viewId);
    if (view === undefined) throw notFound(`View with id ${input.viewId} not found`);
    const choice = viewChoice(view, table, { timeZone, now, shownField });
    filters ??= choice.filter;
    sort ??= choice.sort;
  }
  return {
    tableId: input.tableId,
    timeZone,
    now,
    ...withoutUndefined({
      filter: filters,
      sort,
      search: input.search || undefined,
      fieldIds: input.fieldIds,
    }),
  };
}

export const readRecords: BasesHandlers<
  'records.list' | 'records.window' | 'records.groups' | 'records.get'
> = {
  'records.list': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    const query = await queryOf(context, base, input);
    const paging = withoutUndefined({ cursor: input.cursor || undefined, includeTotal: input.includeTotal });
    const runScan = runScanFor(context, base.flow);
    const list = (limit: number) => base.store.list({ ...query, limit, ...paging }, runScan);
    const page = await fittingPage(list, input.limit);
    return {
      records: await presentRecords(context.deps, base.store, input.tableId, page.records, input.fieldIds),
      nextCursor: page.nextCursor,
      version: page.version,
      ...withoutUndefined({ total: page.total }),
    };
  },
  'records.window': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    const query = await queryOf(context, base, input);
    const { start, count } = input;
    const window = await base.store.window({ ...query, start, count }, runScanFor(context, base.flow));
    const records = await presentRecords(
      context.deps,
      base.store,
      input.tableId,
      window.records,
      input.fieldIds,
    );
    return { records, version: window.version, total: window.total };
  },
  'records.groups': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    const query = await queryOf(context, base, input);
    let { groups, summarised } = input;
    if (input.viewId !== undefined) {
      const table = await loadTable(base.store, input.tableId);
      const config = table.views.find(({ id }) => id === input.viewId)?.config ?? emptyViewConfig;
      groups ??= [...groupKeys(config, table)];
      summarised ??= table.fields.flatMap(({ id }) => (Object.hasOwn(config.summaries, id) ? [id] : []));
    }
    return base.store.groups(
      { ...query, groups: groups ?? [], summarised: [...new Set(summarised)] },
      runScanFor(context, base.flow),
    );
  },
  'records.get': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'open');
    const found = await base.store.get(input.tableId, [input.recordId]);
    const [record] = await presentRecords(context.deps, base.store, input.tableId, found);
    if (record === undefined) throw notFound(`Record with id ${input.recordId} not found`);
    return record;
  },
};
