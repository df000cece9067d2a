import { type BaseRecord, isEditable, shownValue, type Table } from '@weft/core';
import type { CellsByField } from '@weft/history';

/** The cells of a record that another can have as well. */
export function copiedCells({ data, raw }: BaseRecord, table: Table): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const field of table.fields) {
    if (!isEditable(field.type)) continue;
    const { id } = field;
    const text = raw?.[id];
    const value = shownValue(field, data[id] ?? null);
    if (text !== undefined) cells[id] = { value: null, raw: text };
    else if (value !== null) cells[id] = { value };
  }
  return cells;
}
