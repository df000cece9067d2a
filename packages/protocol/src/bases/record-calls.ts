import { type Group, maxGroups } from '@weft/core';
import { maxLinks, maxPasted } from '@weft/history';
import { z } from 'zod';
import { call } from '../call.ts';
import { done, group, record, records, version } from '../schemas/answer-schemas.ts';
import type { Done, RecordAnswer } from '../schemas/base-answers.ts';
import { asAction, inBase, inTable, knownId, newId } from '../schemas/ids.ts';
import { inSampleBase, inSampleTable, ofSampleRecord, sample } from '../schemas/sample-ids.ts';
import { editErrors, readErrors } from './base-errors.ts';
import { cellData, rawTexts, seenFiles } from './cells.ts';
import { groupKeys, recordChoice } from './record-query.ts';

/** Most records of one call that writes. */
export const maxRecordsPerCall = 5_000;

export const newRecord = z.object({
  id: newId('rec').optional(),
  data: cellData.default({}),
  raw: rawTexts.optional(),
});
const changedRecord = z.object({ id: knownId, data: cellData, raw: rawTexts.optional() });
const recordIds = z
  .array(knownId)
  .min(1)
  .max(maxRecordsPerCall * 20);
/** One record or several: the contract allows either name. */
const oneOrMore = z
  .object({ ...inTable, ...asAction, recordId: knownId.optional(), recordIds: recordIds.optional() })
  .refine((input) => (input.recordId === undefined) !== (input.recordIds === undefined), {
    message: 'Give recordId or recordIds',
    path: ['recordId'],
  });

export const recordCalls = {
  'records.list': call(
    'query',
    z.object({
      ...inTable,
      ...recordChoice,
      limit: z.number().int().min(1).max(5_000).default(25),
      cursor: z.string().max(4_096).nullable().optional(),
      includeTotal: z.boolean().optional(),
    }),
  )<{ records: readonly RecordAnswer[]; nextCursor: string | null; version: number; total?: number }>({
    summary: 'List records, page by page',
    more: 'With a view’s id its filters and sorts are taken, unless the call gives its own. Text of a cell that does not fit the field’s type stands in `raw`, beside the empty cell.',
    errors: {
      ...readErrors,
      conflict: 'The record that the page before ended with was deleted: read the list again from its start.',
    },
    answer: z.strictObject({
      records,
      nextCursor: z.string().nullable(),
      version,
      total: z.int().exactOptional(),
    }),
    example: {
      ...inSampleTable,
      limit: 100,
      includeTotal: true,
      sort: [{ fieldId: sample.field, direction: 'asc' }],
    },
  }),
  'records.window': call(
    'query',
    z.object({
      ...inTable,
      ...recordChoice,
      start: z.number().int().min(0).max(1_000_000_000),
      count: z.number().int().min(1).max(5_000),
    }),
  )<{ records: readonly RecordAnswer[]; version: number; total: number }>({
    summary: 'Read rows by their number, in constant time',
    errors: readErrors,
    answer: z.strictObject({ records, version, total: z.int() }),
    example: { ...inSampleTable, start: 0, count: 50 },
  }),
  'records.groups': call(
    'query',
    z.object({
      ...inTable,
      ...recordChoice,
      groups: groupKeys.optional(),
      summarised: z.array(knownId).max(500).optional(),
    }),
  )<{ groups: readonly Group[]; tooMany: boolean; version: number }>({
    summary: 'Group records, and add up their columns',
    more: `With a view’s id its filters and groups are taken, and the fields it summarises, unless the call gives its own. \`key\` holds a value for each group key, null is the empty cell; without keys all records are one group. \`tallies\` has, for each summarised field, how many cells are filled, their sum, and their bounds: of dates in milliseconds since 1970. Where there are more than ${maxGroups} groups, \`tooMany\` is true and none is given.`,
    errors: readErrors,
    answer: z.strictObject({ groups: z.array(group), tooMany: z.boolean(), version }),
    example: {
      ...inSampleTable,
      groups: [{ fieldId: sample.field, direction: 'asc' }],
      summarised: [sample.field],
    },
  }),
  'records.get': call(
    'query',
    z.object({ ...inTable, recordId: knownId }),
  )<RecordAnswer>({
    summary: 'Read one record',
    errors: readErrors,
    answer: record,
    example: ofSampleRecord,
  }),
  'records.createInitialRows': call(
    'mutation',
    z.object(inBase),
  )<Done>({
    summary: 'Give every table without records three empty ones',
    errors: editErrors,
    answer: done,
    example: inSampleBase,
  }),
  'records.create': call(
    'mutation',
    z.object({ ...inTable, ...asAction, records: z.array(newRecord).min(1).max(maxRecordsPerCall) }),
  )<{ type: 'CREATE_RECORD'; payload: { record: RecordAnswer }; records: readonly RecordAnswer[] }>({
    summary: 'Create records',
    more: 'An `actionId` of your own makes the call safe to repeat: the second time nothing is done and the answer is the same.',
    errors: editErrors,
    answer: z.strictObject({
      type: z.literal('CREATE_RECORD'),
      payload: z.strictObject({ record }),
      records,
    }),
    example: { ...inSampleTable, records: [{ data: { [sample.field]: 'Ada Lovelace' } }] },
  }),
  'records.update': call(
    'mutation',
    z.object({
      ...{ ...inTable, ...asAction, recordId: knownId, data: cellData, raw: rawTexts.optional() },
      from: seenFiles.optional(),
    }),
  )<{ record: RecordAnswer }>({
    summary: 'Change cells of a record',
    errors: editErrors,
    answer: z.strictObject({ record }),
    example: { ...ofSampleRecord, data: { [sample.field]: 'Ada King' } },
  }),
  'records.updateLinks': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      recordId: knownId,
      fieldId: knownId,
      newIds: z.array(knownId).max(maxLinks),
      oldIds: z.array(knownId).max(maxLinks),
    }),
  )<{ record: RecordAnswer }>({
    summary: 'Link a record to others, and unlink it',
    more: 'What `newIds` has and `oldIds` has not is linked, what `oldIds` has and `newIds` has not is unlinked; all other links stay, so that two people who link at once keep both links.',
    errors: editErrors,
    answer: z.strictObject({ record }),
    example: { ...ofSampleRecord, fieldId: sample.field, newIds: [sample.record], oldIds: [] },
  }),
  /**
   * `created` are rows that a paste adds at the table's end. `answer: 'none'` leaves the records out of the answer, for a
   * caller that knows them. `pasted`: a person pasted them, which the history then says.
   */
  'records.bulkUpdate': call(
    'mutation',
    z
      .object({
        ...inTable,
        ...asAction,
        records: z.array(changedRecord).max(maxPasted).default([]),
        created: z
          .array(newRecord.required({ id: true }))
          .max(maxPasted)
          .optional(),
        answer: z.enum(['records', 'none']).optional(),
        pasted: z.enum(['rows', 'cells']).optional(),
      })
      .refine((input) => input.records.length + (input.created?.length ?? 0) > 0, {
        message: 'No records given',
        path: ['records'],
      }),
  )<{ records: readonly RecordAnswer[] }>({
    summary: 'Change cells of several records in one step',
    errors: editErrors,
    answer: z.strictObject({ records }),
    example: { ...inSampleTable, records: [{ id: sample.record, data: { [sample.field]: 'Ada King' } }] },
  }),
  /** Clears cells, of each record the fields named. */
  'records.bulkClear': call(
    'mutation',
    z.object({
      ...inTable,
      ...asAction,
      records: z
        .array(z.object({ id: knownId, fieldIds: z.array(knownId).min(1).max(500) }))
        .min(1)
        .max(maxPasted),
    }),
  )<Done>({
    summary: 'Clear cells of several records in one step',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, records: [{ id: sample.record, fieldIds: [sample.field] }] },
  }),
  'records.delete': call(
    'mutation',
    oneOrMore,
  )<Done>({ summary: 'Delete a record', errors: editErrors, answer: done, example: ofSampleRecord }),
  'records.bulkDelete': call(
    'mutation',
    oneOrMore,
  )<Done>({
    summary: 'Delete several records in one step',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, recordIds: [sample.record] },
  }),
  'records.restore': call(
    'mutation',
    oneOrMore,
  )<Done>({
    summary: 'Bring deleted records back as they were',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, recordIds: [sample.record] },
  }),
  /** Puts the records, in the order named, before another or (null) at the end of the table's own order. */
  'records.reorder': call(
    'mutation',
    z.object({ ...inTable, ...asAction, recordIds, beforeRecordId: knownId.nullable() }),
  )<Done>({
    summary: 'Move records in the table’s own order',
    errors: editErrors,
    answer: done,
    example: { ...inSampleTable, recordIds: [sample.record], beforeRecordId: null },
  }),
} as const;
