import { boundValue, type Grant, grantsOn, mayChange, type RuleAction } from '@weft/apps';
import {
  anyFieldType,
  type BaseRecord,
  type CellValue,
  type Field,
  isLinkField,
  type RecordData,
  type Table,
  type Template,
  zoneOf,
} from '@weft/core';
import type { AlongsideAction } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import { AppError, type IdKind, invalid, notFound } from '@weft/std';
import { derivedIds } from '../../../derived-id.ts';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { type BlockQuery, readyRecord } from './block-query.ts';
import { readOptions } from './read-rows.ts';
import { readerOf } from './shown-rows.ts';
import { grantsFor, type NewValues, readableFields, type Sight, tableOf, wholeRecords } from './sight.ts';

/** Who writes, and how ids are made. */
export interface Writing {
  readonly actor: string;
  readonly newId: (kind: IdKind) => string;
  /** What tells one sending of a form from another: the same one again makes no second record. */
  readonly sending?: readonly string[];
  /** Writes in the transaction of the first action: what is to be sent to a service with the record. */
  readonly alongside?: AlongsideAction;
}

const refused = () => new AppError('forbidden', 'You may not do this here');
const gone = () => notFound('This record is not there any more, or not for you');

function tableFor(sight: Sight, tableId: string): Table {
  const table = tableOf(sight, tableId);
  if (table === null) throw gone();
  return table;
}

interface Cells {
  readonly plain: ReadonlyMap<string, CellValue>;
  readonly links: ReadonlyMap<string, readonly string[]>;
}

/** Takes values apart; throws for links to what may not be read. `trusted`: what a rule presets, whom it likes. */
async function cellsOf(
  sight: Sight,
  table: Table,
  values: NewValues,
  trusted: ReadonlySet<string> = new Set(),
): Promise<Cells> {
  const plain = new Map<string, CellValue>();
  const links = new Map<string, readonly string[]>();
  for (const [fieldId, value] of values) {
    const field = table.fields.find(({ id }) => id === fieldId);
    if (field === undefined) throw refused();
    if (!isLinkField(field)) {
      plain.set(fieldId, value);
      continue;
    }
    const ids = [value ?? []].flat() as readonly string[];
    if (ids.length > 1 && !field.template.allowMultiple) throw invalid(fieldId, 'Choose one of the list');
    const isKnown = trusted.has(fieldId) || ids.length === 0;
    const known = isKnown ? ids : (await readOptions(sight, field, { ids })).map(({ id }) => id);
    if (ids.some((id) => !known.includes(id))) throw invalid(fieldId, 'Choose one of the list');
    links.set(fieldId, ids);
  }
  return { plain, links };
}

const valuesOf = ({ plain, links }: Cells): NewValues => new Map<string, CellValue>([...plain, ...links]);

const withCells = (data: RecordData, { plain, links }: Cells): RecordData => {
  const next: { [fieldId: string]: CellValue } = { ...data };
  for (const [fieldId, value] of [...plain, ...links])
    if (value === null || (Array.isArray(value) && value.length === 0)) delete next[fieldId];
    else next[fieldId] = value;
  return next;
};

/** One action of a write. */
type Step = {
  readonly [T in Action['type']]: { readonly type: T; readonly input: ActionInputs[T] };
}[Action['type']];

/** Looks that are taken before somebody who is never alone is told so. */
const mostLooks = 5;

/** What a write was decided by was changed meanwhile. */
class Stale extends Error {}

/** Decides and writes; where what it was decided by was written in between, it is looked at again (SPEC R11). */
async function decided<T>(attempt: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++)
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      if (looks === mostLooks)
        throw new AppError('conflict', 'Somebody has just changed this record: look at it again');
    }
}

/** Writes in one transaction what was decided by the table and those that it links to, as they were at `version`. */
async function write(
  { store }: Sight,
  { actor, newId, alongside }: Writing,
  { table, version }: { readonly table: Table; readonly version: number },
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return;
  const groupId = newId('grp');
  const actions = steps.map((step) => ({ id: newId('act'), groupId, ...step }) as unknown as Action);
  const linked = table.fields.flatMap((field) => (isLinkField(field) ? [field.template.tableId] : []));
  const isDone = await store.submitAll(actor, actions, {
    decided: { version, tableIds: [table.id, ...linked] },
    ...(alongside && { alongside }),
  });
  if (!isDone) throw new Stale();
}

const cellsInput = (plain: Cells['plain']) =>
  Object.fromEntries([...plain].map(([fieldId, value]) => [fieldId, { value }]));

interface LinkChange {
  readonly fieldId: string;
  readonly newIds: readonly string[];
  readonly oldIds: readonly string[];
}

/** What is changed of links. */
const linkSteps = (
  at: { readonly tableId: string; readonly recordId: string },
  changes: readonly LinkChange[],
): readonly Step[] =>
  changes
    .filter(({ newIds, oldIds }) => newIds.join() !== oldIds.join())
    .map(({ fieldId, newIds, oldIds }) => ({
      type: 'UPDATE_LINKS',
      input: { ...at, fieldId, newIds, oldIds },
    }));

/** A value as the field has it: one record is a list of one, and a day begins where the field, or its reader, is. */
export function fitting({ visitor: { env } }: Sight, field: Field, value: CellValue): CellValue {
  if (isLinkField(field)) return Array.isArray(value) ? value : [String(value)];
  const { day } = appKindOf(field);
  if (day === undefined || typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const start = `${value}T00:00:00.000Z`;
  if (day === 'calendar' || !anyFieldType(field.type).validate(start, field.template).ok) return start;
  const zone = zoneOf(field.template as Template<'datetime'>, env);
  const begun = Temporal.PlainDate.from(value).toZonedDateTime(zone);
  return begun.toInstant().toString({ fractionalSecondDigits: 3 });
}

/** What a rule fills into a new record; null: it has no value for something, and allows none. */
function presetsOf(sight: Sight, { fields }: Table, { presets }: Grant): NewValues | null {
  const { visitor } = sight;
  const context = { user: visitor.user, today: visitor.today, record: null, parameter: () => null };
  const values = Object.entries(presets).map(([fieldId, bound]) => {
    const field = fields.find(({ id }) => id === fieldId);
    const value = boundValue(bound, context);
    return [fieldId, field === undefined || value === null ? null : fitting(sight, field, value)] as const;
  });
  return values.some(([, value]) => value === null) ? null : new Map(values);
}

/** The cells of a new record under the first rule that lets somebody make this very one; null: none does. */
async function newCells(
  sight: Sight,
  table: Table,
  recordId: string,
  values: NewValues,
): Promise<Cells | null> {
  for (const grant of grantsFor(sight, table, 'create')) {
    const presets = presetsOf(sight, table, grant);
    if (presets === null) continue;
    const cells = await cellsOf(sight, table, new Map([...values, ...presets]), new Set(presets.keys()));
    const { now } = readerOf(sight);
    const made = { id: recordId, data: withCells({}, cells), position: 0, createdAt: now, updatedAt: now };
    const [after] = await wholeRecords(sight, table, [made]);
    const changed = Object.fromEntries([...values].filter(([fieldId]) => !presets.has(fieldId)));
    const change = { before: null, after: after ?? made, changed };
    if (mayChange([grant], change, table, sight.visitor)) return cells;
  }
  return null;
}

/** Makes a record, where the rules let somebody make this very one; its id. */
export async function createRow(
  sight: Sight,
  writing: Writing,
  tableId: string,
  values: NewValues,
): Promise<string> {
  const table = tableFor(sight, tableId);
  return decided(async () => {
    const newId = writing.sending === undefined ? writing.newId : derivedIds(...writing.sending);
    const recordId = newId('rec');
    const { version } = await sight.store.metadata();
    const cells = await newCells(sight, table, recordId, values);
    if (cells === null) throw refused();
    if (sight.service !== null) return sight.service.create(writing.actor, tableId, valuesOf(cells));
    const links = [...cells.links].map(([fieldId, newIds]) => ({ fieldId, newIds, oldIds: [] }));
    const records = [{ id: recordId, cells: cellsInput(cells.plain) }];
    const created: Step = { type: 'CREATE_RECORD', input: { tableId, records } };
    await write(sight, { ...writing, newId }, { table, version }, [
      created,
      ...linkSteps({ tableId, recordId }, links),
    ]);
    return recordId;
  });
}

interface FoundRow {
  readonly table: Table;
  readonly grants: readonly Grant[];
  /** With what its lookups hold. */
  readonly record: BaseRecord;
  /** The version of the base that it was read of. */
  readonly version: number;
}

/** The record as it is, where somebody may read it at the block. */
async function rowFor(
  sight: Sight,
  block: BlockQuery,
  recordId: string,
  action: Exclude<RuleAction, 'read' | 'create'>,
): Promise<FoundRow> {
  const ready = readyRecord(sight, block, recordId);
  if (ready === null) throw gone();
  const { table, filter } = ready;
  // What it is decided by is what is there now.
  await sight.service?.refresh(table.id, recordId);
  const page = await sight.store.list(
    { ...readerOf(sight), tableId: table.id, limit: 1, filter },
    sight.runScan,
  );
  const [record] = await wholeRecords(sight, table, page.records);
  if (record === undefined) throw gone();
  return { table, record, grants: grantsFor(sight, table, action), version: page.version };
}

/** What becomes of a link that somebody changes: those that they may not see stay, but for a field that takes one. */
async function linkChange(
  sight: Sight,
  { table, record }: FoundRow,
  fieldId: string,
  newIds: readonly string[],
): Promise<LinkChange & { readonly after: readonly string[] }> {
  const field = readableFields(sight, table).find(({ id }) => id === fieldId);
  const oldIds = (record.data[fieldId] ?? []) as readonly string[];
  if (
    isLinkField(table.fields.find(({ id }) => id === fieldId)) &&
    field !== undefined &&
    isLinkField(field) &&
    !field.template.allowMultiple
  )
    return { fieldId, newIds, oldIds, after: newIds };
  const options =
    field === undefined || oldIds.length === 0 ? [] : await readOptions(sight, field, { ids: oldIds });
  const seen = new Set(options.map(({ id }) => id));
  const hidden = oldIds.filter((id) => !seen.has(id) && !newIds.includes(id));
  return { fieldId, newIds, oldIds: oldIds.filter((id) => seen.has(id)), after: [...hidden, ...newIds] };
}

/** Changes a record that somebody may change, into one that they may change. */
export const updateRow = (
  sight: Sight,
  writing: Writing,
  block: BlockQuery,
  recordId: string,
  values: NewValues,
): Promise<void> =>
  decided(async () => {
    const found = await rowFor(sight, block, recordId, 'update');
    const { table, record, grants } = found;
    if (grants.length === 0) throw refused();
    const cells = await cellsOf(sight, table, values);
    const links = await Promise.all(
      [...cells.links].map(([fieldId, newIds]) => linkChange(sight, found, fieldId, newIds)),
    );
    const next = new Map(links.map(({ fieldId, after }) => [fieldId, after]));
    const made = { ...record, data: withCells(record.data, { plain: cells.plain, links: next }) };
    const [after = made] = await wholeRecords(sight, table, [made]);
    const change = { before: record, after, changed: Object.fromEntries(values) };
    if (!mayChange(grants, change, table, sight.visitor)) throw refused();
    const at = { tableId: table.id, recordId };
    if (sight.service !== null) {
      const whole = { plain: cells.plain, links: next };
      await sight.service.update(writing.actor, at, valuesOf(whole));
      return;
    }
    const updated: Step = { type: 'UPDATE_RECORD_CELL', input: { ...at, cells: cellsInput(cells.plain) } };
    await write(sight, writing, found, [...(cells.plain.size > 0 ? [updated] : []), ...linkSteps(at, links)]);
  });

/** Deletes a record that somebody may delete. */
export const deleteRow = (
  sight: Sight,
  writing: Writing,
  block: BlockQuery,
  recordId: string,
): Promise<void> =>
  decided(async () => {
    const found = await rowFor(sight, block, recordId, 'delete');
    const { table, record, grants } = found;
    if (grantsOn(grants, record, table, sight.visitor).length === 0) throw refused();
    if (sight.service !== null) {
      await sight.service.remove(writing.actor, table.id, recordId);
      return;
    }
    await write(sight, writing, found, [{ type: 'DELETE_RECORD', input: { tableId: table.id, recordId } }]);
  });
