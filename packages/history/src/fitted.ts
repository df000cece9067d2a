import {
  anyFieldType,
  type CellValue,
  type Field,
  type FieldKind,
  isSelectField,
  optionIndex,
  type Table,
} from '@weft/core';
import type { Cell, RecordShape } from './change.ts';

const textOf = (value: NonNullable<CellValue>): string =>
  Array.isArray(value) ? value.join(', ') : String(value);

/** Limits that settings may lower below values that are there: those stay what they are, and come back so. */
const widest: { readonly [K in FieldKind]?: object } = {
  rating: { maxRating: 10 },
  percent: { allowNegative: true },
};

/** An option's value as this product makes it: `shortId`, or by number where a column's values become options. */
const madeValue = /^(?:[0-9a-z]{10}|opt[0-9a-z]{5})$/;

/**
 * Whether a value the field does not take is that of an option it has lost: such a cell comes back as it was, showing
 * nothing, and shows the option again with it. Values that programs made up are not known from texts, and stay texts.
 */
function isLostOption(field: Field, value: CellValue): boolean {
  if (!isSelectField(field)) return false;
  const { byValue } = optionIndex(field.template);
  const was = (each: unknown): boolean =>
    typeof each === 'string' && (byValue.has(each) || madeValue.test(each));
  return field.type === 'single_select' ? was(value) : Array.isArray(value) && value.every(was);
}

/**
 * A cell of the log as its field takes it now: a value from before the field became another kind
 * is read from its text, or stays as that text.
 */
export function fittedCell(table: Table, fieldId: string, cell: Cell): Cell {
  const field = table.fields.find(({ id }) => id === fieldId);
  if (field === undefined || cell.value === null) return cell;
  const type = anyFieldType(field.type);
  if (type.validate(cell.value, { ...field.template, ...widest[field.type] }).ok) return cell;
  const raw = textOf(cell.value);
  const read = type.readOnly ? null : type.fromText(raw, field.template);
  if (read?.ok && read.value !== null) return { value: read.value };
  return isLostOption(field, cell.value) ? cell : { value: null, raw };
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
