import { anyFieldType, type CellValue, holdsValue, type Table, widestTemplate } from '@weft/core';
import type { Cell, RecordShape } from './change.ts';

const textOf = (value: NonNullable<CellValue>): string =>
  Array.isArray(value) ? value.join(', ') : String(value);

/**
 * A cell of the log as its field takes it now: a value from before the field became another kind
 * is read from its text, or stays as that text.
 */
export function fittedCell(table: Table, fieldId: string, cell: Cell): Cell {
  const field = table.fields.find(({ id }) => id === fieldId);
  if (field === undefined || cell.value === null) return cell;
  const type = anyFieldType(field.type);
  if (type.validate(cell.value, widestTemplate(field)).ok) return cell;
  const raw = textOf(cell.value);
  const read = type.readOnly ? null : type.fromText(raw, field.template);
  if (read?.ok && read.value !== null) return { value: read.value };
  return holdsValue(field, cell.value) ? cell : { value: null, raw };
}

/** A record of the log as its table takes it now. */
export function fittedShape(table: Table, shape: RecordShape): RecordShape {
  const data: { [fieldId: string]: CellValue } = {};
  const raw: { [fieldId: string]: string } = { ...shape.raw };
  for (const [fieldId, value] of Object.entries(shape.data)) {
    const cell = fittedCell(table, fieldId, { value });
    if (cell.raw === undefined) data[fieldId] = cell.value;
    else raw[fieldId] = cell.raw;
  }
  const { raw: _, ...rest } = shape;
  return { ...rest, data, ...(Object.keys(raw).length > 0 && { raw }) };
}
