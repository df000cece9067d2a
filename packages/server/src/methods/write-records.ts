import type { Submitted } from '@weft/db';
import type { RecordAnswer } from '@weft/protocol';
import { invalid, must } from '@weft/std';
import type { Handlers } from '../rpc/handler.ts';
import { cellsOf, newRecordOf } from './cells.ts';
import { type LoadedBase, loadBase, orNotFound, submitAction } from './load-base.ts';
import { presentRecord } from './present-record.ts';

type Writing =
  | 'records.create'
  | 'records.update'
  | 'records.bulkUpdate'
  | 'records.delete'
  | 'records.bulkDelete'
  | 'records.restore'
  | 'records.reorder';

/**
 * The records as they stand after the action, in the order asked; one deleted meanwhile is left out. The writer knows
 * them; for an action sent again they are read.
 */
async function recordsAfter(
  { store }: LoadedBase,
  { records }: Submitted,
  tableId: string,
  ids: readonly string[],
): Promise<RecordAnswer[]> {
  if (records !== null) return records(tableId, ids).map(presentRecord);
  const found = new Map((await store.get(tableId, ids)).map((record) => [record.id, record]));
  return ids.flatMap((id) => found.get(id) ?? []).map(presentRecord);
}

interface Named {
  readonly recordId?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
}
const idsOf = (input: Named): readonly string[] => input.recordIds ?? [must(input.recordId, 'recordId')];

export const writeRecords: Handlers<Writing> = {
  'records.create': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const records = input.records.map((record) => newRecordOf(record, () => context.services.newId('rec')));
    const submitted = await submitAction(context, base, input, 'CREATE_RECORD', {
      tableId: input.tableId,
      records,
    });
    // A repeated action answers with the records of the first time, whose ids the server may have made.
    const created = submitted.entry.changes?.flatMap((change) =>
      change.kind === 'record' ? [change.recordId] : [],
    );
    const ids = created ?? records.map((record) => record.id);
    const answers = await recordsAfter(base, submitted, input.tableId, ids);
    return {
      type: 'CREATE_RECORD',
      payload: { record: orNotFound(answers[0], 'The created record') },
      records: answers,
    };
  },
  'records.update': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, recordId } = input;
    const cells = cellsOf(input);
    const submitted = await submitAction(context, base, input, 'UPDATE_RECORD_CELL', {
      tableId,
      recordId,
      cells,
    });
    const [record] = await recordsAfter(base, submitted, tableId, [recordId]);
    return { record: orNotFound(record, `Record with id ${recordId}`) };
  },
  'records.bulkUpdate': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId } = input;
    const created = (input.created ?? []).map((record) =>
      newRecordOf(record, () => context.services.newId('rec')),
    );
    let submitted: Submitted;
    if (input.intent === 'clear') {
      const cells = input.records.flatMap(({ id, data }) =>
        Object.entries(data).map(([fieldId, value]) => ({ recordId: id, fieldId, value })),
      );
      if (created.length > 0 || cells.some((cell) => cell.value !== null))
        throw invalid('intent', 'Clearing takes empty values only');
      submitted = await submitAction(context, base, input, 'BULK_CLEAR_CELLS', {
        tableId,
        cells: cells.map(({ recordId, fieldId }) => ({ recordId, fieldId })),
      });
    } else {
      const records = input.records.map((record) => ({ id: record.id, cells: cellsOf(record) }));
      submitted = await submitAction(context, base, input, 'BULK_PASTE_CELLS', { tableId, records, created });
    }
    if (input.answer === 'none') return { records: [] };
    const ids = [...input.records, ...created].map((record) => record.id);
    return { records: await recordsAfter(base, submitted, tableId, ids) };
  },
  'records.delete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const [recordId, ...more] = idsOf(input);
    if (more.length > 0) throw invalid('recordIds', 'records.bulkDelete deletes several');
    await submitAction(context, base, input, 'DELETE_RECORD', {
      tableId: input.tableId,
      recordId: must(recordId, 'recordId'),
    });
    return { ok: true };
  },
  'records.bulkDelete': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'BULK_DELETE_RECORDS', {
      tableId: input.tableId,
      recordIds: idsOf(input),
    });
    return { ok: true };
  },
  'records.reorder': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    const { tableId, recordIds, beforeRecordId } = input;
    await submitAction(context, base, input, 'REORDER_RECORDS', { tableId, recordIds, beforeRecordId });
    return { ok: true };
  },
  'records.restore': async (context, input) => {
    const base = await loadBase(context, input.basePublicId, 'write');
    await submitAction(context, base, input, 'RESTORE_RECORDS', {
      tableId: input.tableId,
      recordIds: idsOf(input),
    });
    return { ok: true };
  },
};
