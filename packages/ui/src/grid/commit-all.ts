import { type CellValue, type Field, isSelectField } from '@weft/core';
import { pasteBlock } from './clipboard.ts';
import { commitEdit } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { copiedCell } from './model/clipboard/copy.ts';
import { isSingle } from './model/selection.ts';

/** Writes the editor's value into every selected cell, as one step of undo; the selection stays. */
export function commitToAll(
  grid: GridController,
  cell: { readonly value: CellValue; readonly raw?: string },
): void {
  const { editing, selection, columns } = grid.state;
  const field = columns.list.find((column) => column.field.id === editing?.fieldId)?.field;
  if (field === undefined || selection === null || isSingle(selection) || isNew(field, cell.value)) {
    commitEdit(grid, cell, 'stay');
    return;
  }
  grid.edit(null);
  const { value, raw } = cell;
  void pasteBlock(grid, [[copiedCell(field, { value, raw }, grid.env)]]);
}

/** Whether the value is an option just added in the editor: the field does not have it yet, so other cells cannot use it. */
function isNew(field: Field, value: CellValue): boolean {
  if (!isSelectField(field) || value === null) return false;
  const known = new Set<unknown>(field.template.options.map((option) => option.value));
  return [value].flat().some((option) => !known.has(option));
}
