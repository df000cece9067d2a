import { emptyViewConfig, type Field, type View } from '@weft/core';
import type { Action, CellsByField } from '@weft/history';
import { withoutUndefined } from '@weft/std';

/** A record as a call carries it. */
interface SentRecord {
  readonly id: string;
  readonly data?: { readonly [fieldId: string]: CellsByField[string]['value'] };
  readonly raw?: { readonly [fieldId: string]: string };
}

/** Whatever a call may carry. */
export interface Sent extends SentRecord {
  readonly basePublicId: string;
  readonly actionId: string;
  readonly groupId?: string;
  readonly tableId: string;
  readonly viewId: string;
  readonly recordId: string;
  readonly recordIds: readonly string[];
  readonly records: readonly SentRecord[];
  readonly created?: readonly SentRecord[];
  readonly field: Field;
  readonly fieldId: string;
  readonly fieldIds: readonly string[];
  readonly tableIds: readonly string[];
  readonly name: string;
  readonly type: Field['type'];
  readonly shadowId: string;
  readonly conversionContext: { readonly timezone: string; readonly locale: string };
  readonly template?: Field['template'];
  readonly from?: Field['template'];
  readonly config: object;
  readonly view: Omit<View, 'order'>;
  readonly viewIds: readonly string[];
  readonly unique?: boolean;
  readonly beforeRecordId: string | null;
  readonly newTableId: string;
  readonly withRecords: boolean;
  readonly fields: readonly Field[];
  readonly primaryFieldId: string;
  readonly start: number;
  readonly count: number;
  readonly limit: number;
}

const cellsOf = ({ data = {}, raw = {} }: SentRecord): CellsByField => ({
  ...Object.fromEntries(Object.entries(data).map(([id, value]) => [id, { value }])),
  ...Object.fromEntries(Object.entries(raw).map(([id, text]) => [id, { value: null, raw: text }])),
});

const newRecord = (record: SentRecord) => ({ id: record.id, cells: cellsOf(record) });

/** The action each call stands for. */
export const actionsByCall: { readonly [name: string]: (sent: Sent) => Pick<Action, 'type' | 'input'> } = {
  'records.create': ({ tableId, records }) => ({
    type: 'CREATE_RECORD',
    input: { tableId, records: records.map(newRecord) },
  }),
  'records.update': (sent) => ({
    type: 'UPDATE_RECORD_CELL',
    input: { tableId: sent.tableId, recordId: sent.recordId, cells: cellsOf(sent) },
  }),
  'records.bulkUpdate': ({ tableId, records, created = [] }) => ({
    type: 'BULK_PASTE_CELLS',
    input: { tableId, records: records.map(newRecord), created: created.map(newRecord) },
  }),
  'records.delete': ({ tableId, recordId }) => ({ type: 'DELETE_RECORD', input: { tableId, recordId } }),
  'records.bulkDelete': ({ tableId, recordIds }) => ({
    type: 'BULK_DELETE_RECORDS',
    input: { tableId, recordIds },
  }),
  'records.restore': ({ tableId, recordIds }) => ({ type: 'RESTORE_RECORDS', input: { tableId, recordIds } }),
  'records.reorder': ({ tableId, recordIds, beforeRecordId }) => ({
    type: 'REORDER_RECORDS',
    input: { tableId, recordIds, beforeRecordId },
  }),
  'fields.restore': ({ tableId, fieldId }) => ({ type: 'RESTORE_FIELD', input: { tableId, fieldId } }),
  'views.create': ({ tableId, view, unique }) => ({
    type: 'CREATE_VIEW',
    input: withoutUndefined({ tableId, view, unique }),
  }),
  'views.update': ({ tableId, viewId, name }) => ({ type: 'UPDATE_VIEW', input: { tableId, viewId, name } }),
  'views.delete': ({ tableId, viewId }) => ({ type: 'DELETE_VIEW', input: { tableId, viewId } }),
  'views.reorder': ({ tableId, viewIds }) => ({ type: 'REORDER_VIEWS', input: { tableId, viewIds } }),
  'tables.restore': ({ tableId }) => ({ type: 'RESTORE_TABLE', input: { tableId } }),
  'tables.duplicate': ({ tableId, newTableId, name, withRecords }) => ({
    type: 'DUPLICATE_TABLE',
    input: withoutUndefined({ tableId, newTableId, withRecords, name }),
  }),
  'fields.create': ({ tableId, field }) => ({ type: 'CREATE_FIELD', input: { tableId, field } }),
  'fields.update': ({ tableId, fieldId, name, template, from }) => ({
    type: 'UPDATE_FIELD',
    input: withoutUndefined({ tableId, fieldId, name, template, from }),
  }),
  'fields.convert': ({ tableId, fieldId, type, template = {}, shadowId, conversionContext }) => ({
    type: 'CONVERT_FIELD_TYPE',
    input: {
      ...{ tableId, fieldId, type, template, shadowId },
      ...{ timeZone: conversionContext.timezone, locale: conversionContext.locale },
    },
  }),
  'fields.delete': ({ tableId, fieldId }) => ({ type: 'DELETE_FIELD', input: { tableId, fieldId } }),
  'fields.reorder': ({ tableId, fieldIds }) => ({ type: 'REORDER_FIELDS', input: { tableId, fieldIds } }),
  'views.updateSettings': ({ tableId, viewId, config }) => ({
    type: 'UPDATE_VIEW_SETTINGS',
    input: { tableId, viewId, config },
  }),
  'tables.create': ({ id, name, fields, primaryFieldId, viewId, records, unique }) => ({
    type: 'CREATE_TABLE',
    input: {
      table: {
        ...{ id, name, primaryFieldId },
        fields: fields.map((field, order) => ({ ...field, order })),
        views: [{ id: viewId, name: 'Grid view', type: 'grid', order: 0, config: emptyViewConfig }],
      },
      records: records.map(newRecord),
      ...withoutUndefined({ unique }),
    },
  }),
  'tables.update': ({ tableId, name }) => ({ type: 'UPDATE_TABLE', input: { tableId, name } }),
  'tables.delete': ({ tableId }) => ({ type: 'DELETE_TABLE', input: { tableId } }),
  'tables.reorder': ({ tableIds }) => ({ type: 'REORDER_TABLES', input: { tableIds } }),
};
