import { boundValue, type Grant, grantsOn, mayChange, type RuleAction } from '@weft/apps';
import {
  type BaseRecord,
  type CellValue,
  type Field,
  isLinkField,
  type RecordData,
  type Table,
} from '@weft/core';
import type { AlongsideAction } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import { AppError, type IdKind, invalid, notFound } from '@weft/std';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { type BlockQuery, readyRecord } from './block-query.ts';
import { readOptions } from './read-rows.ts';
import { readerOf } from './shown-rows.ts';
import { grantsFor, type NewValues, readableFields, type Sight, tableOf, wholeRecords } from './sight.ts';

/** Who writes, and how ids are made. */
export interface Writing {
  readonly actor: string;
  readonly newId: (kind: IdKind) => string;
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

async function submit<T extends Action['type']>(
  { store }: Sight,
  { actor, newId, alongside }: Writing,
  groupId: string,
  type: T,
  input: ActionInputs[T],
): Promise<void> {
  await store.submit(actor, { id: newId('act'), groupId, type, input } as unknown as Action, alongside);
}

const cellsInput = (plain: Cells['plain']) =>
  Object.fromEntries([...plain].map(([fieldId, value]) => [fieldId, { value }]));

interface LinkChange {
  readonly fieldId: string;
  readonly newIds: readonly string[];
  readonly oldIds: readonly string[];
}

async function link(
  sight: Sight,
  { alongside, ...writing }: Writing,
  groupId: string,
  at: { readonly tableId: string; readonly recordId: string },
  changes: readonly LinkChange[],
): Promise<void> {
  const made = changes.filter(({ newIds, oldIds }) => newIds.join() !== oldIds.join());
  for (const [place, change] of made.entries())
    await submit(
      sight,
      { ...writing, ...(place === 0 && alongside && { alongside }) },
      groupId,
      'UPDATE_LINKS',
      { ...at, ...change },
    );
}

/** A value as the field has it: one record is a list of one, a day has its time. */
export function fitting(field: Field, value: CellValue): CellValue {
  if (isLinkField(field)) return Array.isArray(value) ? value : [String(value)];
  if (appKindOf(field).day !== undefined)
    return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value;
  return value;
}

/** What a rule fills into a new record; null: it has no value for something, and allows none. */
function presetsOf({ visitor }: Sight, { fields }: Table, { presets }: Grant): NewValues | null {
  const context = { user: visitor.user, today: visitor.today, record: null, parameter: () => null };
  const values = Object.entries(presets).map(([fieldId, bound]) => {
    const field = fields.find(({ id }) => id === fieldId);
    const value = boundValue(bound, context);
    return [fieldId, field === undefined || value === null ? null : fitting(field, value)] as const;
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
  const recordId = writing.newId('rec');
  const cells = await newCells(sight, table, recordId, values);
  if (cells === null) throw refused();
  if (sight.service !== null) return sight.service.create(writing.actor, tableId, valuesOf(cells));
  const groupId = writing.newId('grp');
  const created = [{ id: recordId, cells: cellsInput(cells.plain) }];
  await submit(sight, writing, groupId, 'CREATE_RECORD', { tableId, records: created });
  const links = [...cells.links].map(([fieldId, newIds]) => ({ fieldId, newIds, oldIds: [] }));
  const { alongside: _, ...further } = writing;
  try {
    await link(sight, further, groupId, { tableId, recordId }, links);
  } catch (error) {
    // Without its links it would be another record than the rules allow.
    await sight.store.takeBack(writing.actor, groupId);
    throw error;
  }
  return recordId;
}

interface FoundRow {
  readonly table: Table;
  readonly grants: readonly Grant[];
  /** With what its lookups hold. */
  readonly record: BaseRecord;
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
  return { table, record, grants: grantsFor(sight, table, action) };
}

/** Ends the write where somebody else has changed what it was decided by. */
const unchanged =
  (record: BaseRecord, also: AlongsideAction | undefined): AlongsideAction =>
  async (tx, changes) => {
    for (const change of changes) {
      if (change.kind !== 'cells' || change.recordId !== record.id) continue;
      for (const [fieldId, cell] of Object.entries(change.before))
        if (JSON.stringify(cell.value ?? null) !== JSON.stringify(record.data[fieldId] ?? null))
          throw new AppError('conflict', 'Somebody has just changed this record: look at it again');
    }
    await also?.(tx, changes);
  };

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
export async function updateRow(
  sight: Sight,
  writing: Writing,
  block: BlockQuery,
  recordId: string,
  values: NewValues,
): Promise<void> {
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
  if (sight.service !== null) {
    const whole = { plain: cells.plain, links: next };
    await sight.service.update(writing.actor, { tableId: table.id, recordId }, valuesOf(whole));
    return;
  }
  const groupId = writing.newId('grp');
  const at = { tableId: table.id, recordId };
  const { alongside: _, ...further } = writing;
  if (cells.plain.size > 0)
    await submit(
      sight,
      { ...writing, alongside: unchanged(record, writing.alongside) },
      groupId,
      'UPDATE_RECORD_CELL',
      { ...at, cells: cellsInput(cells.plain) },
    );
  await link(
    sight,
    cells.plain.size > 0 ? further : writing,
    groupId,
    at,
    links.map(({ fieldId, newIds, oldIds }) => ({ fieldId, newIds, oldIds })),
  );
}

/** Deletes a record that somebody may delete. */
export async function deleteRow(
  sight: Sight,
  writing: Writing,
  block: BlockQuery,
  recordId: string,
): Promise<void> {
  const { table, record, grants } = await rowFor(sight, block, recordId, 'delete');
  if (grantsOn(grants, record, table, sight.visitor).length === 0) throw refused();
  if (sight.service !== null) {
    await sight.service.remove(writing.actor, table.id, recordId);
    return;
  }
  await submit(sight, writing, writing.newId('grp'), 'DELETE_RECORD', { tableId: table.id, recordId });
}
