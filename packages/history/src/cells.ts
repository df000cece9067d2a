import {
  type Attachment,
  anyFieldType,
  type BaseRecord,
  checkCellText,
  type Field,
  holdsFiles,
  isLinkField,
  type RawTexts,
  type RecordData,
  type Table,
} from '@weft/core';
import { deepEqual, ok, type Result } from '@weft/std';
import type { ActionInputs, CellsByField, NewRecord } from './action.ts';
import { cellOf } from './apply.ts';
import type { Cell, CellChange, RecordChange, RecordShape } from './change.ts';
import type { PlanState, Refusal } from './definition.ts';
import { fieldOf, inPlace, refuse } from './refusal.ts';

/** A cell as it may be stored: its value validated by the field's type, or its text kept because it does not fit. */
function checkCell(field: Field, cell: Cell): Result<Cell, Refusal> {
  const type = anyFieldType(field.type);
  if (type.readOnly)
    return refuse('invalid', `${field.name} is computed and cannot be edited`, `data.${field.id}`);
  if (isLinkField(field))
    return refuse('invalid', `${field.name} is changed with records.updateLinks`, `data.${field.id}`);
  if (cell.raw !== undefined) {
    const raw = checkCellText(cell.raw);
    return raw.ok ? ok({ value: null, raw: raw.value }) : refuse('invalid', raw.error, `data.${field.id}`);
  }
  const value = type.validate(cell.value, field.template);
  if (!value.ok) return refuse('invalid', `${field.name}: ${value.error}`, `data.${field.id}`);
  return ok({ value: value.value });
}

/** The files that were wanted, without those that others removed meanwhile, and behind them those that others added. */
function mergedFiles(current: Cell, wanted: Cell, seen: readonly string[]): Cell {
  const there = (current.value ?? []) as readonly Attachment[];
  const files = (wanted.value ?? []) as readonly Attachment[];
  const namesOf = (list: readonly Attachment[]) => new Set(list.map(({ filename }) => filename));
  const [thereNames, wantedNames, seenNames] = [namesOf(there), namesOf(files), new Set(seen)];
  const merged = [
    ...files.filter(({ filename }) => thereNames.has(filename) || !seenNames.has(filename)),
    ...there.filter(({ filename }) => !seenNames.has(filename) && !wantedNames.has(filename)),
  ];
  return { value: merged.length === 0 ? null : merged };
}

/** The change that gives a record these cells; null when it holds them already. `from` is as the action has it. */
export function planCells(
  table: Table,
  record: BaseRecord,
  cells: CellsByField,
  from: ActionInputs['UPDATE_RECORD_CELL']['from'] = {},
): Result<CellChange | null, Refusal> {
  const before: { [fieldId: string]: Cell } = {};
  const after: { [fieldId: string]: Cell } = {};
  for (const [fieldId, cell] of Object.entries(cells)) {
    const field = fieldOf(table, fieldId);
    if (!field.ok) return field;
    const checked = checkCell(field.value, cell);
    if (!checked.ok) return checked;
    const current = cellOf(record, fieldId);
    const seen = from[fieldId];
    if (seen !== undefined && !holdsFiles(field.value.type))
      return refuse('invalid', `${field.value.name} does not hold files`, `from.${fieldId}`);
    const next = seen === undefined ? checked.value : mergedFiles(current, checked.value, seen);
    if (deepEqual(current, next)) continue;
    before[fieldId] = current;
    after[fieldId] = next;
  }
  if (Object.keys(after).length === 0) return ok(null);
  return ok({ kind: 'cells', tableId: table.id, recordId: record.id, before, after });
}

type Counting = Pick<PlanState, 'nextNumber'>;

/** The cells that count a record, for those fields in which it has no number yet. */
function numbersOf(
  { nextNumber }: Counting,
  { fields }: Table,
  known: RecordData,
): { [fieldId: string]: number } {
  const numbers: { [fieldId: string]: number } = {};
  for (const { id, type } of fields) {
    if (anyFieldType(type).kept?.counts !== true || known[id] !== undefined) continue;
    const next = nextNumber?.(id);
    if (next !== undefined) numbers[id] = next;
  }
  return numbers;
}

/** A record that comes back, with a number in the fields that were made while it was gone. */
export const counted = (state: Counting, table: Table, shape: RecordShape): RecordShape => ({
  ...shape,
  data: { ...shape.data, ...numbersOf(state, table, shape.data) },
});

/** The changes that create records at the end of the table; refused when an id is taken. `list` is what the call names them. */
export function planCreation(
  state: PlanState,
  table: Table,
  records: readonly NewRecord[],
  list = 'records',
): Result<readonly RecordChange[], Refusal> {
  const changes: RecordChange[] = [];
  const seen = new Set<string>();
  for (const [index, { id, cells }] of records.entries()) {
    if (seen.has(id) || state.record(table.id, id) !== undefined) {
      return refuse('conflict', `A record with id ${id} already exists`, `${list}.${index}.id`);
    }
    if (state.wasDeleted?.(table.id, id) === true) {
      const deleted = `The record with id ${id} was deleted: restore it, or make a new one under an id of its own`;
      return refuse('conflict', deleted, `${list}.${index}.id`);
    }
    seen.add(id);
    const data: { [fieldId: string]: RecordData[string] } = numbersOf(state, table, {});
    const raw: { [fieldId: string]: RawTexts[string] } = {};
    for (const [fieldId, cell] of Object.entries(cells)) {
      const field = fieldOf(table, fieldId);
      if (!field.ok) return field;
      const checked = inPlace(checkCell(field.value, cell), `${list}.${index}`);
      if (!checked.ok) return checked;
      if (checked.value.raw !== undefined) raw[fieldId] = checked.value.raw;
      else if (checked.value.value !== null) data[fieldId] = checked.value.value;
    }
    const after = {
      position: state.nextPosition(table.id),
      data,
      createdAt: state.now,
      ...(Object.keys(raw).length > 0 && { raw }),
    };
    changes.push({ kind: 'record', tableId: table.id, recordId: id, before: null, after });
  }
  return ok(changes);
}
