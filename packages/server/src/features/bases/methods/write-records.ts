import type { Submitted } from '@weft/db';
import type { RecordAnswer } from '@weft/protocol';
import { invalid, must } from '@weft/std';
import type { BasesContext, BasesHandlers } from '../deps.ts';
import { type LoadedBase, loadBase, orNotFound, submitAction } from './load-base.ts';
import { presentRecords } from './present-record.ts';

type Writing =
  | 'records.create'
  | 'records.update'
  | 'records.updateLinks'
  | 'records.bulkUpdate'
  | 'records.bulkClear'
  | 'records.delete'
  | 'records.bulkDelete'
  | 'records.restore'
  | 'records.reorder';

/**
 * The records as they stand after the action, in the order asked; one deleted meanwhile is left out. They are read
 * where the writer does not know them.
 */
async function recordsAfter(
  { deps }: Pick<BasesContext, 'deps'>,
  { store }: LoadedBase,
  { records }: Submitted,
  tableId: string,
  ids: readonly string[],
): Promise<RecordAnswer[]> {
  if (records !== null) return presentRecords(deps, store, tableId, records(tableId, ids));
  const found = new Map((await store.get(tableId, ids)).map((record) => [record.id, record]));
  return presentRecords(
    deps,
    store,
    tableId,
    ids.flatMap((id) => found.get(id) ?? []),
  );
}

interface Named {
  readonly recordId?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
}
const idsOf = (input: Named): readonly string[] => input.recordIds ?? [must(input.recordId, 'recordId')];

export const writeRecords: BasesHandlers<Writing> = {
  'records.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const records = input.records.map((record) => ({
      ...record,
      id: record.id ?? context.deps.newId('rec'),
    }));
    const submitted = await submitAction(context, base, input, 'records.create', {
      tableId: input.tableId,
      records,
    });
    // A repeated action answers with the records of the first time, whose ids the server may have made.
    const created = submitted.entry.changes?.flatMap((change) =>
      change.kind === 'record' ? [change.recordId] : [],
    );
    const ids = created ?? records.map((record) => record.id);
    const answers = await recordsAfter(context, base, submitted, input.tableId, ids);
    return {
      type: 'CREATE_RECORD',
      payload: { record: orNotFound(answers[0], 'The created record') },
      records: answers,
    };
  },
  'records.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, recordId } = input;
    const submitted = await submitAction(context, base, input, 'records.update', input);
    const [record] = await recordsAfter(context, base, submitted, tableId, [recordId]);
    return { record: orNotFound(record, `Record with id ${recordId}`) };
  },
  'records.updateLinks': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const { tableId, recordId } = input;
    const submitted = await submitAction(context, base, input, 'records.updateLinks', input);
    const [record] = await recordsAfter(context, base, submitted, tableId, [recordId]);
    return { record: orNotFound(record, `Record with id ${recordId}`) };
  },
  'records.bulkUpdate': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const body = { ...input, answer: 'none' } as const;
    const submitted = await submitAction(context, base, input, 'records.bulkUpdate', body);
    if (input.answer === 'none') return { records: [] };
    const ids = [...input.records, ...(input.created ?? [])].map((record) => record.id);
    return { records: await recordsAfter(context, base, submitted, input.tableId, ids) };
  },
  'records.bulkClear': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'records.bulkClear', input);
    return { ok: true };
  },
  'records.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    const [recordId, ...more] = idsOf(input);
    if (more.length > 0) throw invalid('recordIds', 'records.bulkDelete deletes several');
    await submitAction(context, base, input, 'records.delete', {
      tableId: input.tableId,
      recordId: must(recordId, 'recordId'),
    });
    return { ok: true };
  },
  'records.bulkDelete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'records.bulkDelete', {
      tableId: input.tableId,
      recordIds: idsOf(input),
    });
    return { ok: true };
  },
  'records.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'records.reorder', input);
    return { ok: true };
  },
  'records.restore': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'edit');
    await submitAction(context, base, input, 'records.restore', {
      tableId: input.tableId,
      recordIds: idsOf(input),
    });
    return { ok: true };
  },
};
