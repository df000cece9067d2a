import type { Action, ActionInputs, ActionType, CellsByField, NewRecord } from '@weft/history';
import type { CallNameOf, CallRequest } from '@weft/protocol';
import { withoutUndefined } from '@weft/std';

type Mutation = CallNameOf<'mutation'>;

/** A call ready to be sent. */
export type ReadyCall = {
  readonly [K in Mutation]: { readonly name: K; readonly input: CallRequest<K> };
}[Mutation];

const ready = <K extends Mutation>(name: K, input: CallRequest<K>) =>
  ({ name, input }) as unknown as ReadyCall;

/** Cells as the contract writes them: values in `data`, texts that do not fit in `raw`. */
function cellsOf(cells: CellsByField) {
  const entries = Object.entries(cells);
  const raw = Object.fromEntries(
    entries.flatMap(([id, cell]) => (cell.raw === undefined ? [] : [[id, cell.raw]])),
  );
  return {
    data: Object.fromEntries(
      entries.flatMap(([id, cell]) => (cell.raw === undefined ? [[id, cell.value]] : [])),
    ),
    ...(Object.keys(raw).length > 0 && { raw }),
  };
}

const recordOf = ({ id, cells }: NewRecord) => ({ id, ...cellsOf(cells) });

interface Envelope {
  readonly basePublicId: string;
  readonly actionId: string;
  readonly groupId?: string;
}

type ToCall<T extends ActionType> = (input: ActionInputs[T], envelope: Envelope) => ReadyCall;

/** How each action travels. Imports are run by the server; only it makes that action. */
const toCalls: { readonly [T in Exclude<ActionType, 'IMPORT_RECORDS'>]: ToCall<T> } = {
  CREATE_TABLE: ({ table, records, unique }, envelope) =>
    ready('tables.create', {
      ...envelope,
      id: table.id,
      name: table.name,
      fields: table.fields.map(({ id, name, type, template }) => ({
        id,
        name,
        type,
        template: { ...template },
      })),
      primaryFieldId: table.primaryFieldId,
      records: records.map(recordOf),
      ...withoutUndefined({ viewId: table.views[0]?.id, unique }),
    }),
  UPDATE_TABLE: ({ tableId, name }, envelope) => ready('tables.update', { ...envelope, tableId, name }),
  DELETE_TABLE: ({ tableId }, envelope) => ready('tables.delete', { ...envelope, tableId }),
  RESTORE_TABLE: ({ tableId }, envelope) => ready('tables.restore', { ...envelope, tableId }),
  DUPLICATE_TABLE: ({ tableId, newTableId, name, withRecords }, envelope) =>
    ready('tables.duplicate', {
      ...envelope,
      tableId,
      newTableId,
      withRecords,
      ...withoutUndefined({ name }),
    }),
  REORDER_TABLES: ({ tableIds }, envelope) =>
    ready('tables.reorder', { ...envelope, tableIds: [...tableIds] }),
  CREATE_FIELD: ({ tableId, field }, envelope) => {
    const { id, name, type, template } = field;
    return ready('fields.create', {
      ...envelope,
      tableId,
      field: { id, name, type, template: { ...template } },
    });
  },
  UPDATE_FIELD: ({ tableId, fieldId, name, template, from }, envelope) =>
    ready('fields.update', {
      ...envelope,
      tableId,
      fieldId,
      ...withoutUndefined({ name, template: template && { ...template }, from: from && { ...from } }),
    }),
  CONVERT_FIELD_TYPE: ({ timeZone, locale, template, ...input }, envelope) =>
    ready('fields.convert', {
      ...envelope,
      ...input,
      template: { ...template },
      conversionContext: { timezone: timeZone, locale },
    }),
  DELETE_FIELD: ({ tableId, fieldId }, envelope) => ready('fields.delete', { ...envelope, tableId, fieldId }),
  RESTORE_FIELD: ({ tableId, fieldId }, envelope) =>
    ready('fields.restore', { ...envelope, tableId, fieldId }),
  REORDER_FIELDS: ({ tableId, fieldIds }, envelope) =>
    ready('fields.reorder', { ...envelope, tableId, fieldIds: [...fieldIds] }),
  RESIZE_FIELD: ({ tableId, viewId, fieldId, width }, envelope) =>
    ready('views.updateSettings', {
      ...envelope,
      tableId,
      viewId,
      config: { fieldWidths: { [fieldId]: width } },
    }),
  CREATE_VIEW: ({ tableId, view, unique }, envelope) =>
    ready('views.create', {
      ...envelope,
      tableId,
      view: { id: view.id, name: view.name, type: view.type, config: view.config as never },
      ...withoutUndefined({ unique }),
    }),
  UPDATE_VIEW: ({ tableId, viewId, name }, envelope) =>
    ready('views.update', { ...envelope, tableId, viewId, name }),
  DELETE_VIEW: ({ tableId, viewId }, envelope) => ready('views.delete', { ...envelope, tableId, viewId }),
  REORDER_VIEWS: ({ tableId, viewIds }, envelope) =>
    ready('views.reorder', { ...envelope, tableId, viewIds: [...viewIds] }),
  UPDATE_VIEW_SETTINGS: ({ tableId, viewId, config }, envelope) =>
    ready('views.updateSettings', { ...envelope, tableId, viewId, config: config as never }),
  CREATE_RECORD: ({ tableId, records }, envelope) =>
    ready('records.create', { ...envelope, tableId, records: records.map(recordOf) }),
  UPDATE_RECORD_CELL: ({ tableId, recordId, cells }, envelope) =>
    ready('records.update', { ...envelope, tableId, recordId, ...cellsOf(cells) }),
  DELETE_RECORD: ({ tableId, recordId }, envelope) =>
    ready('records.delete', { ...envelope, tableId, recordId }),
  BULK_DELETE_RECORDS: ({ tableId, recordIds }, envelope) =>
    ready('records.bulkDelete', { ...envelope, tableId, recordIds: [...recordIds] }),
  RESTORE_RECORDS: ({ tableId, recordIds }, envelope) =>
    ready('records.restore', { ...envelope, tableId, recordIds: [...recordIds] }),
  REORDER_RECORDS: ({ tableId, recordIds, beforeRecordId }, envelope) =>
    ready('records.reorder', { ...envelope, tableId, recordIds: [...recordIds], beforeRecordId }),
  BULK_PASTE_CELLS: ({ tableId, records, created }, envelope) =>
    ready('records.bulkUpdate', {
      ...envelope,
      tableId,
      intent: 'paste',
      answer: 'none',
      records: records.map(recordOf),
      ...(created.length > 0 && { created: created.map(recordOf) }),
    }),
  BULK_CLEAR_CELLS: ({ tableId, cells }, envelope) =>
    ready('records.bulkUpdate', {
      ...envelope,
      tableId,
      intent: 'clear',
      answer: 'none',
      records: [...Map.groupBy(cells, (cell) => cell.recordId)].map(([id, of]) => ({
        id,
        data: Object.fromEntries(of.map((cell) => [cell.fieldId, null])),
      })),
    }),
};

/** The call that carries an action to the server. */
export function callOf(basePublicId: string, action: Exclude<Action, { type: 'IMPORT_RECORDS' }>): ReadyCall {
  const envelope = withoutUndefined({ basePublicId, actionId: action.id, groupId: action.groupId });
  const toCall = toCalls[action.type] as ToCall<ActionType>;
  return toCall(action.input, envelope);
}
