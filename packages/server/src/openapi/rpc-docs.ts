import {
  type CallName,
  type CallOutput,
  type CallRequest,
  done,
  field,
  flowEvent,
  historyItem,
  id,
  instant,
  logEvent,
  metadata,
  record,
  sample,
  stepped,
  table,
  template,
  view,
} from '@weft/protocol';
import { z } from 'zod';
import { importEvent, importPreview } from './import-schemas.ts';

/** What the description says of a call besides its input, which the protocol knows. */
interface RpcDoc<K extends CallName> {
  /** One line, in the imperative. */
  readonly summary: string;
  /** What one has to know besides. */
  readonly more?: string;
  /** What it answers; of a stream, one event. */
  readonly answer: z.ZodType<CallOutput<K>>;
  /** An input that works once the sample ids are real ones. */
  readonly example: CallRequest<K>;
}

const inBase = { basePublicId: sample.base };
const inTable = { ...inBase, tableId: sample.table };
const ofRecord = { ...inTable, recordId: sample.record };
const ofField = { ...inTable, fieldId: sample.field };
const version = z.int();
const oneTable = z.strictObject({ table });
const oneField = z.strictObject({ field });
const oneView = z.strictObject({ view });
const records = z.array(record);
const importing = {
  ...inBase,
  importId: sample.import,
  csvFileUrl: '/files/fil0sample00000000000000/people.csv',
  config: { tableName: 'People' },
  fieldMappings: [{ sourceFieldIndex: 0, isPrimary: true }],
};
const importMore =
  'Takes a file of `POST /csvupload`, and always makes a new table: a `targetFieldId` is refused. `importId` is made by the caller: the same one again attaches to the running import and never starts a second. A stream closed by its reader and not attached again within 10 seconds cancels the import.';

/** THE description: the compiler asks for a word on every call of the protocol. */
export const rpcDocs: { readonly [K in CallName]: RpcDoc<K> } = {
  'metadata.create': {
    summary: 'Make the first table of an empty database',
    answer: done,
    example: { ...inBase, createDefaultRecords: true },
  },
  'metadata.get': {
    summary: 'Read the tables, fields and views of a database',
    more: '`version` is the number of the last action at the time of reading: `base.changes` continues from there.',
    answer: metadata,
    example: inBase,
  },
  'records.list': {
    summary: 'List records, page by page',
    more: 'With a view’s id its filters and sorts are taken, unless the call gives its own. Text of a cell that does not fit the field’s type stands in `raw`, beside the empty cell.',
    answer: z.strictObject({
      records,
      nextCursor: z.string().nullable(),
      version,
      total: z.int().exactOptional(),
    }),
    example: {
      ...inTable,
      limit: 100,
      includeTotal: true,
      sort: [{ fieldId: sample.field, direction: 'asc' }],
    },
  },
  'records.window': {
    summary: 'Read rows by their number, in constant time',
    answer: z.strictObject({ records, version, total: z.int() }),
    example: { ...inTable, start: 0, count: 50 },
  },
  'records.get': { summary: 'Read one record', answer: record, example: ofRecord },
  'records.create': {
    summary: 'Create records',
    more: 'An `actionId` of your own makes the call safe to repeat: the second time nothing is done and the answer is the same.',
    answer: z.strictObject({
      type: z.literal('CREATE_RECORD'),
      payload: z.strictObject({ record }),
      records,
    }),
    example: { ...inTable, records: [{ data: { [sample.field]: 'Ada Lovelace' } }] },
  },
  'records.update': {
    summary: 'Change cells of a record',
    answer: z.strictObject({ record }),
    example: { ...ofRecord, data: { [sample.field]: 'Ada King' } },
  },
  'records.bulkUpdate': {
    summary: 'Change cells of several records in one step',
    answer: z.strictObject({ records }),
    example: { ...inTable, records: [{ id: sample.record, data: { [sample.field]: 'Ada King' } }] },
  },
  'records.bulkClear': {
    summary: 'Clear cells of several records in one step',
    answer: done,
    example: { ...inTable, records: [{ id: sample.record, fieldIds: [sample.field] }] },
  },
  'records.delete': { summary: 'Delete a record', answer: done, example: ofRecord },
  'records.bulkDelete': {
    summary: 'Delete several records in one step',
    answer: done,
    example: { ...inTable, recordIds: [sample.record] },
  },
  'records.restore': {
    summary: 'Bring deleted records back as they were',
    answer: done,
    example: { ...inTable, recordIds: [sample.record] },
  },
  'records.reorder': {
    summary: 'Move records in the table’s own order',
    answer: done,
    example: { ...inTable, recordIds: [sample.record], beforeRecordId: null },
  },
  'fields.create': {
    summary: 'Add a field',
    answer: oneField,
    example: { ...inTable, field: { name: 'Price', type: 'currency' } },
  },
  'fields.update': {
    summary: 'Rename a field or change its settings',
    more: 'With `from`, the settings that `template` was made of, only what differs between the two is changed: options that somebody else added meanwhile stay. Values are not touched: a date gets or loses its time by fields.convert, which knows the zone.',
    answer: oneField,
    example: { ...ofField, name: 'Full name' },
  },
  'fields.convert': {
    summary: 'Make a field another kind',
    more: 'Cells that do not fit the new kind keep their text in `raw`. Undoing brings back every cell as it was.',
    answer: oneField,
    example: { ...ofField, type: 'long_text', conversionContext: { timezone: 'Europe/Amsterdam' } },
  },
  'fields.previewConversion': {
    summary: 'Count what a conversion would come to',
    answer: z.strictObject({
      converted: z.int(),
      empty: z.int(),
      unfit: z.int(),
      samples: z.array(z.strictObject({ recordId: id, text: z.string() })),
      template,
    }) as unknown as z.ZodType<CallOutput<'fields.previewConversion'>>,
    example: { ...ofField, type: 'number', conversionContext: { timezone: 'Europe/Amsterdam' } },
  },
  'fields.delete': {
    summary: 'Delete a field',
    more: 'Its cells are kept until the field is restored or purged.',
    answer: done,
    example: { ...inTable, fieldId: sample.secondField },
  },
  'fields.restore': {
    summary: 'Bring a deleted field back with its cells',
    answer: oneField,
    example: { ...inTable, fieldId: sample.secondField },
  },
  'fields.reorder': {
    summary: 'Put the fields of a table in order',
    answer: z.strictObject({ fields: z.array(field) }),
    example: { ...inTable, fieldIds: [sample.field] },
  },
  'views.create': {
    summary: 'Add a view',
    answer: oneView,
    example: { ...inTable, view: { name: 'By name' } },
  },
  'views.update': {
    summary: 'Rename a view',
    answer: oneView,
    example: { ...inTable, viewId: sample.view, name: 'All people' },
  },
  'views.delete': {
    summary: 'Delete a view',
    answer: done,
    example: { ...inTable, viewId: sample.view },
  },
  'views.reorder': {
    summary: 'Put the views of a table in order',
    answer: z.strictObject({ views: z.array(view) }),
    example: { ...inTable, viewIds: [sample.view] },
  },
  'views.updateSettings': {
    summary: 'Change what a view shows, and in what order',
    answer: oneView,
    example: { ...inTable, viewId: sample.view, config: { rowHeight: 'tall' } },
  },
  'views.resizeField': {
    summary: 'Set the width of a column in a view',
    answer: oneView,
    example: { ...inTable, viewId: sample.view, fieldId: sample.field, width: 200 },
  },
  'tables.create': {
    summary: 'Add a table',
    more: 'Takes the fields and records of a JSON export as they are.',
    answer: oneTable,
    example: { ...inBase, name: 'Orders', fields: [{ name: 'Number', type: 'single_line_text' }] },
  },
  'tables.update': {
    summary: 'Rename a table',
    answer: oneTable,
    example: { ...inTable, name: 'People' },
  },
  'tables.delete': {
    summary: 'Delete a table',
    more: 'Its records are kept until the table is restored or purged.',
    answer: done,
    example: inTable,
  },
  'tables.restore': {
    summary: 'Bring a deleted table back',
    answer: oneTable,
    example: inTable,
  },
  'tables.duplicate': {
    summary: 'Copy a table with its fields and views',
    answer: oneTable,
    example: { ...inTable, withRecords: true },
  },
  'tables.reorder': {
    summary: 'Put the tables of a database in order',
    answer: z.strictObject({ tables: z.array(table) }),
    example: { ...inBase, tableIds: [sample.table] },
  },
  'history.undo': {
    summary: 'Take back your own last actions',
    more: 'Only what still stands as the action left it is taken back; `conflicts` names the rest.',
    answer: stepped,
    example: { ...inBase, count: 1 },
  },
  'history.redo': {
    summary: 'Do what you took back again',
    answer: stepped,
    example: { ...inBase, count: 1 },
  },
  'history.list': {
    summary: 'List what was done, the newest first',
    answer: z.strictObject({ actions: z.array(historyItem), nextCursor: z.string().nullable() }),
    example: { ...inBase, limit: 20 },
  },
  'base.changes': {
    summary: 'Follow everybody’s changes',
    more: 'One event for each action after `sinceSeq` (by default from now on), in order, none missing; its id is the action’s `seq`, so that `Last-Event-ID` continues a broken stream. A `ping` comes every 15 seconds.',
    answer: logEvent,
    example: { ...inBase, sinceSeq: 0 },
  },
  'flows.changes': {
    summary: 'Follow the list of an organization’s databases',
    more: 'One event for each database that is created, renamed, moved to the trash, restored or deleted after `sinceSeq` (by default from now on), in order, none missing; its id is its `seq`, so that `Last-Event-ID` continues a broken stream. `flow` is the database as it is when the event is sent. `actionId` is the one the change was made with: who made it knows it by that. After `missed` the list is to be read again: more was missed than is kept. A `ping` comes every 15 seconds.',
    answer: flowEvent,
    example: { organizationId: sample.organization, sinceSeq: 0 },
  },
  'attachments.uploadFromUrl': {
    summary: 'Fetch a file from its address for a cell of a field of attachments',
    more: 'At most 20 MB. Addresses of private networks are refused. A cell holds the file once it is written with an item whose `filename` or `url` names it.',
    answer: z.strictObject({
      url: z.string(),
      fileName: z.string(),
      size: z.int(),
      mimeType: z.string(),
      wasDownloaded: z.boolean(),
    }),
    example: {
      ...inTable,
      fieldId: sample.field,
      url: 'https://example.org/photo.png',
      filename: 'photo.png',
    },
  },
  'import.csvPreview': {
    summary: 'Look at an uploaded CSV file',
    more: 'Reads the whole file: what each column is and why, what would not fit, and rows that cannot be read.',
    answer: importPreview,
    example: { csvFileUrl: importing.csvFileUrl },
  },
  'import.csvImportStream': {
    summary: 'Import a CSV file into a new table',
    more: importMore,
    answer: importEvent,
    example: importing,
  },
  'import.csvCreateTableStream': {
    summary: 'Import a CSV file into a new table, under an id of yours',
    more: importMore,
    answer: importEvent,
    example: importing,
  },
  csvCreateTableStream: {
    summary: 'The same as import.csvCreateTableStream',
    more: importMore,
    answer: importEvent,
    example: importing,
  },
  'import.interrupted': {
    summary: 'List the imports that a stop of the server broke off, into databases you may edit',
    answer: z.strictObject({
      imports: z.array(
        z.strictObject({
          importId: id,
          fileName: z.string(),
          begunAt: instant,
          begunBy: z.string().nullable(),
          order: z.looseObject({}),
        }),
      ),
    }) as unknown as z.ZodType<CallOutput<'import.interrupted'>>,
    example: {},
  },
  'import.resume': {
    summary: 'Start an import that was broken off again',
    more: 'Its stream is followed by attaching with the same `importId`.',
    answer: done,
    example: { importId: sample.import },
  },
  'import.cancel': {
    summary: 'Cancel an import; nothing of it is left',
    answer: done,
    example: { importId: sample.import },
  },
  'import.discard': {
    summary: 'Remove what an ended import left',
    answer: done,
    example: { importId: sample.import },
  },
};
