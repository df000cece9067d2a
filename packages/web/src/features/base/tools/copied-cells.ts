import {
  type BaseRecord,
  type CellValue,
  type Field,
  isEditable,
  isSelectField,
  optionIndex,
  type Table,
} from '@weft/core';
import type { CellsByField } from '@weft/history';

/** What another cell of the field takes of a value: not the options that are gone. */
function taken(field: Field, value: CellValue): CellValue {
  if (!isSelectField(field)) return value;
  const { byValue } = optionIndex(field.template);
  if (!Array.isArray(value)) return byValue.has(String(value)) ? value : null;
  const left = value.flatMap((each) => (typeof each === 'string' && byValue.has(each) ? [each] : []));
  return left.length > 0 ? left : null;
}

/** The cells of a record that another can have as well. */
export function copiedCells({ data, raw }: BaseRecord, table: Table): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const field of table.fields) {
    if (!isEditable(field.type)) continue;
    const { id } = field;
    const text = raw?.[id];
    const value = taken(field, data[id] ?? null);
    if (text !== undefined) cells[id] = { value: null, raw: text };
    else if (value !== null) cells[id] = { value };
  }
  return cells;
}
