import { type CellValue, emptyViewConfig, type FieldKind, type View, type ViewConfig } from '@weft/core';
import type { Action, ActionInputs, CalledAction, CellsByField, NewRecord } from '@weft/history';
import { invalid, must, withoutUndefined } from '@weft/std';
import type { CallNameOf, CallRequest } from '../calls.ts';

type Mutation = CallNameOf<'mutation'>;

/** What every call carries beside the action's own input. */
type Envelope = 'basePublicId' | 'actionId' | 'groupId';

/**
 * How one action travels. `toBody` writes its input as the call's body, with everything a caller may leave out; `toInput`
 * reads such a body. `toInput(toBody(input))` is `input`.
 */
interface ActionCall<T extends CalledAction, K extends Mutation, Body> {
  readonly type: T;
  readonly call: K;
  readonly toBody: (input: ActionInputs[T]) => Body;
  readonly toInput: (body: Body) => ActionInputs[T];
}

/** A body as `JSON.stringify` takes it: nothing in it is changed. */
type Readonlys<T> = T extends readonly (infer Item)[]
  ? readonly Readonlys<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Readonlys<T[K]> }
    : T;

/** `row('DELETE_TABLE', 'tables.delete')(toBody, toInput)`: the body's type is inferred from `toBody`. */
const row =
  <T extends CalledAction, K extends Mutation>(type: T, call: K) =>
  <Body extends Readonlys<Omit<CallRequest<K>, Envelope>>>(
    toBody: (input: ActionInputs[T]) => Body,
    toInput: (body: Body) => ActionInputs[T],
  ): ActionCall<T, K, Body> => ({ type, call, toBody, toInput });

/** Cells as calls carry them: values in `data`, texts that do not fit their field's type in `raw`. */
interface CellsBody {
  readonly data: { readonly [fieldId: string]: CellValue };
  readonly raw?: { readonly [fieldId: string]: string } | undefined;
}

interface RecordBody extends CellsBody {
  readonly id: string;
}

interface FieldBody {
  readonly id: string;
  readonly name: string;
  readonly type: FieldKind;
  readonly template: { readonly [key: string]: unknown };
}

function toCellsBody(cells: CellsByField): CellsBody {
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

function toCells({ data, raw = {} }: CellsBody): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const [fieldId, value] of Object.entries(data)) cells[fieldId] = { value };
  for (const [fieldId, text] of Object.entries(raw)) {
    if ((data[fieldId] ?? null) !== null)
      throw invalid(`raw.${fieldId}`, 'A cell holds a value or a raw text, not both');
    // No text is the empty cell, of which there is only one kind.
    cells[fieldId] = text === '' ? { value: null } : { value: null, raw: text };
  }
  return cells;
}

/** Parts of a body that may be left out; a parsed one may hold them as undefined. */
const optional = <T extends object>(parts: T): { readonly [K in keyof T]?: T[K] | undefined } =>
  withoutUndefined(parts) as never;

const toRecordBody = ({ id, cells }: NewRecord): RecordBody => ({ id, ...toCellsBody(cells) });
const toRecord = (body: RecordBody): NewRecord => ({ id: body.id, cells: toCells(body) });

const toFieldBody = ({
  id,
  name,
  type,
  template,
}: Omit<FieldBody, 'template'> & { template: object }): FieldBody => ({
  id,
  name,
  type,
  template: { ...template },
});

type ConfigBody = Readonlys<CallRequest<'views.updateSettings'>['config']>;

const toConfig = (body: ConfigBody): Partial<ViewConfig> => withoutUndefined(body) as Partial<ViewConfig>;

/** The view of a new table. */
const gridView = (id: string): View => ({
  id,
  name: 'Grid view',
  type: 'grid',
  order: 0,
  config: emptyViewConfig,
});

/** THE table of actions and calls, one row each. The browser writes calls by it; the server reads actions by it. */
const rows = {
  CREATE_TABLE: row('CREATE_TABLE', 'tables.create')(
    ({ table, records, unique }) => ({
      id: table.id,
      name: table.name,
      fields: table.fields.map(toFieldBody),
      primaryFieldId: table.primaryFieldId,
      viewId: must(table.views[0], 'the view of a new table').id,
      records: records.map(toRecordBody),
      ...optional({ unique }),
    }),
    ({ id, name, fields, primaryFieldId, viewId, records, unique }) => ({
      table: {
        id,
        name,
        primaryFieldId,
        // The settings were read by their type before, or are when the action is planned.
        fields: fields.map((field, order) => ({ ...toFieldBody(field), order }) as never),
        views: [gridView(viewId)],
      },
      records: records.map(toRecord),
      ...withoutUndefined({ unique }),
    }),
  ),
  UPDATE_TABLE: row('UPDATE_TABLE', 'tables.update')(
    ({ tableId, name }) => ({ tableId, name }),
    ({ tableId, name }) => ({ tableId, name }),
  ),
  DELETE_TABLE: row('DELETE_TABLE', 'tables.delete')(
    ({ tableId }) => ({ tableId }),
    ({ tableId }) => ({ tableId }),
  ),
  RESTORE_TABLE: row('RESTORE_TABLE', 'tables.restore')(
    ({ tableId }) => ({ tableId }),
    ({ tableId }) => ({ tableId }),
  ),
  DUPLICATE_TABLE: row('DUPLICATE_TABLE', 'tables.duplicate')(
    ({ tableId, newTableId, name, withRecords }) => ({
      tableId,
      newTableId,
      withRecords,
      ...optional({ name }),
    }),
    ({ tableId, newTableId, name, withRecords }) => ({
      tableId,
      newTableId,
      withRecords,
      ...withoutUndefined({ name }),
    }),
  ),
  REORDER_TABLES: row('REORDER_TABLES', 'tables.reorder')(
    ({ tableIds }) => ({ tableIds }),
    ({ tableIds }) => ({ tableIds }),
  ),
  CREATE_FIELD: row('CREATE_FIELD', 'fields.create')(
    ({ tableId, field, copyOf }) => ({ tableId, field: toFieldBody(field), ...optional({ copyOf }) }),
    ({ tableId, field, copyOf }) => ({ tableId, field: toFieldBody(field), ...withoutUndefined({ copyOf }) }),
  ),
  UPDATE_FIELD: row('UPDATE_FIELD', 'fields.update')(
    ({ tableId, fieldId, name, template, from }) => ({
      tableId,
      fieldId,
      ...optional({ name, template: template && { ...template }, from: from && { ...from } }),
    }),
    ({ tableId, fieldId, name, template, from }) => ({
      tableId,
      fieldId,
      ...withoutUndefined({ name, template, from }),
    }),
  ),
  CONVERT_FIELD_TYPE: row('CONVERT_FIELD_TYPE', 'fields.convert')(
    ({ tableId, fieldId, type, template, shadowId, timeZone, locale, keepText, createMissing }) => ({
      ...{ tableId, fieldId, type, template: { ...template }, shadowId },
      conversionContext: { timezone: timeZone, locale },
      ...optional({ keepText, createMissing }),
    }),
    ({ tableId, fieldId, type, template, shadowId, conversionContext, keepText, createMissing }) => ({
      ...{ tableId, fieldId, type, template, shadowId },
      timeZone: conversionContext.timezone,
      locale: conversionContext.locale,
      ...withoutUndefined({ keepText, createMissing }),
    }),
  ),
  DELETE_FIELD: row('DELETE_FIELD', 'fields.delete')(
    ({ tableId, fieldId }) => ({ tableId, fieldId }),
    ({ tableId, fieldId }) => ({ tableId, fieldId }),
  ),
  RESTORE_FIELD: row('RESTORE_FIELD', 'fields.restore')(
    ({ tableId, fieldId }) => ({ tableId, fieldId }),
    ({ tableId, fieldId }) => ({ tableId, fieldId }),
  ),
  REORDER_FIELDS: row('REORDER_FIELDS', 'fields.reorder')(
    ({ tableId, fieldIds }) => ({ tableId, fieldIds }),
    ({ tableId, fieldIds }) => ({ tableId, fieldIds }),
  ),
  RESIZE_FIELD: row('RESIZE_FIELD', 'views.resizeField')(
    ({ tableId, viewId, fieldId, width }) => ({ tableId, viewId, fieldId, width }),
    ({ tableId, viewId, fieldId, width }) => ({ tableId, viewId, fieldId, width }),
  ),
  CREATE_VIEW: row('CREATE_VIEW', 'views.create')(
    ({ tableId, view: { id, name, type, config }, unique }) => ({
      tableId,
      view: { id, name, type, config: config as ConfigBody },
      ...optional({ unique }),
    }),
    ({ tableId, view: { id, name, type, config }, unique }) => ({
      tableId,
      view: { id, name, type, config: { ...emptyViewConfig, ...toConfig(config) } },
      ...withoutUndefined({ unique }),
    }),
  ),
  UPDATE_VIEW: row('UPDATE_VIEW', 'views.update')(
    ({ tableId, viewId, name }) => ({ tableId, viewId, name }),
    ({ tableId, viewId, name }) => ({ tableId, viewId, name }),
  ),
  DELETE_VIEW: row('DELETE_VIEW', 'views.delete')(
    ({ tableId, viewId }) => ({ tableId, viewId }),
    ({ tableId, viewId }) => ({ tableId, viewId }),
  ),
  REORDER_VIEWS: row('REORDER_VIEWS', 'views.reorder')(
    ({ tableId, viewIds }) => ({ tableId, viewIds }),
    ({ tableId, viewIds }) => ({ tableId, viewIds }),
  ),
  UPDATE_VIEW_SETTINGS: row('UPDATE_VIEW_SETTINGS', 'views.updateSettings')(
    ({ tableId, viewId, config }) => ({
      tableId,
      viewId,
      config: config as ConfigBody,
    }),
    ({ tableId, viewId, config }) => ({ tableId, viewId, config: toConfig(config) }),
  ),
  CREATE_RECORD: row('CREATE_RECORD', 'records.create')(
    ({ tableId, records }) => ({ tableId, records: records.map(toRecordBody) }),
    ({ tableId, records }) => ({ tableId, records: records.map(toRecord) }),
  ),
  UPDATE_RECORD_CELL: row('UPDATE_RECORD_CELL', 'records.update')(
    ({ tableId, recordId, cells, from }) => ({
      ...{ tableId, recordId, ...toCellsBody(cells) },
      ...optional({ from }),
    }),
    ({ tableId, recordId, from, ...body }) => ({
      ...{ tableId, recordId, cells: toCells(body) },
      ...withoutUndefined({ from }),
    }),
  ),
  UPDATE_LINKS: row('UPDATE_LINKS', 'records.updateLinks')(
    ({ tableId, recordId, fieldId, newIds, oldIds }) => ({ tableId, recordId, fieldId, newIds, oldIds }),
    ({ tableId, recordId, fieldId, newIds, oldIds }) => ({ tableId, recordId, fieldId, newIds, oldIds }),
  ),
  DELETE_RECORD: row('DELETE_RECORD', 'records.delete')(
    ({ tableId, recordId }) => ({ tableId, recordId }),
    ({ tableId, recordId }) => ({ tableId, recordId }),
  ),
  BULK_DELETE_RECORDS: row('BULK_DELETE_RECORDS', 'records.bulkDelete')(
    ({ tableId, recordIds }) => ({ tableId, recordIds }),
    ({ tableId, recordIds }) => ({ tableId, recordIds }),
  ),
  RESTORE_RECORDS: row('RESTORE_RECORDS', 'records.restore')(
    ({ tableId, recordIds }) => ({ tableId, recordIds }),
    ({ tableId, recordIds }) => ({ tableId, recordIds }),
  ),
  REORDER_RECORDS: row('REORDER_RECORDS', 'records.reorder')(
    ({ tableId, recordIds, beforeRecordId }) => ({ tableId, recordIds, beforeRecordId }),
    ({ tableId, recordIds, beforeRecordId }) => ({ tableId, recordIds, beforeRecordId }),
  ),
  BULK_PASTE_CELLS: row('BULK_PASTE_CELLS', 'records.bulkUpdate')(
    ({ tableId, records, created, pasted }) => ({
      tableId,
      // Whoever has the whole action knows the records it comes to.
      answer: 'none' as const,
      records: records.map(toRecordBody),
      ...optional({ created: created.length > 0 ? created.map(toRecordBody) : undefined, pasted }),
    }),
    ({ tableId, records, created = [], pasted }) => ({
      tableId,
      records: records.map(toRecord),
      created: created.map(toRecord),
      ...(pasted !== undefined && { pasted }),
    }),
  ),
  BULK_CLEAR_CELLS: row('BULK_CLEAR_CELLS', 'records.bulkClear')(
    ({ tableId, cells }) => ({
      tableId,
      records: [...Map.groupBy(cells, (cell) => cell.recordId)].map(([id, of]) => ({
        id,
        fieldIds: of.map((cell) => cell.fieldId),
      })),
    }),
    ({ tableId, records }) => ({
      tableId,
      cells: records.flatMap(({ id, fieldIds }) => fieldIds.map((fieldId) => ({ recordId: id, fieldId }))),
    }),
  ),
} as const satisfies { readonly [T in CalledAction]: { readonly type: T } };

type Row = (typeof rows)[CalledAction];
type RowOf<K> = Extract<Row, { readonly call: K }>;

/** Calls that submit one action. */
export type ActionCallName = Row['call'];
/** The body of such a call with everything that a caller may leave out. */
export type ActionBody<K extends ActionCallName> = Parameters<RowOf<K>['toInput']>[0];

/** A row as the compiler can apply it to any action: type and input come from the same one. */
interface AnyRow {
  readonly type: CalledAction;
  readonly call: ActionCallName;
  readonly toBody: (input: Action['input']) => object;
  readonly toInput: (body: object) => Action['input'];
}
const byType = rows as unknown as { readonly [T in CalledAction]: AnyRow };
const byCall = new Map(Object.values(byType).map((row) => [row.call, row]));

/** A call ready to be sent. */
export interface ReadyCall {
  readonly name: ActionCallName;
  readonly input: { readonly basePublicId: string; readonly actionId: string; readonly groupId?: string };
}

/** The call that carries an action to the server. */
export function callOf(basePublicId: string, action: Action & { readonly type: CalledAction }): ReadyCall {
  const { call, toBody } = byType[action.type];
  const envelope = withoutUndefined({ basePublicId, actionId: action.id, groupId: action.groupId });
  return { name: call, input: { ...envelope, ...toBody(action.input) } };
}

/** The action that a call submits. Throws 'invalid' for a cell that has a value and a raw text. */
export function actionOf<K extends ActionCallName>(
  call: K,
  body: ActionBody<K>,
): Pick<Action & { readonly type: RowOf<K>['type'] }, 'type' | 'input'> {
  const { type, toInput } = must(byCall.get(call), `the action of ${call}`);
  return { type, input: toInput(body) } as never;
}
