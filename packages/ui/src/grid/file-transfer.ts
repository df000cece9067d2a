import { holdsFiles } from '@weft/core';
import { carriesFiles, transferredFiles } from '../fields/attachments/dropped-files.ts';
import { beginEdit } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import { type Place, selectCell } from './model/selection.ts';

/** Whether the cell of a place takes files. */
function takesFiles(grid: GridController, { row, column }: Place): boolean {
  const field = grid.column(column)?.field;
  return grid.canEdit && field !== undefined && holdsFiles(field.type) && grid.record(row) !== undefined;
}

/** Uploads files into the active cell, whose editor shows how far they are. */
function uploadHere(grid: GridController, transfer: DataTransfer): void {
  const active = grid.state.selection?.active;
  const record = active && grid.record(active.row);
  const field = active && grid.column(active.column)?.field;
  if (record === undefined || field === undefined) return;
  const files = transferredFiles(transfer);
  if (files.length === 0) return;
  grid.props.actions.cellFiles({ recordId: record.id, fieldId: field.id }).add(files);
  beginEdit(grid);
}

/** Uploads what was pasted where the active cell takes files; false where that is no file, or no such cell. */
export function pasteFiles(grid: GridController, transfer: DataTransfer): boolean {
  const active = grid.state.selection?.active;
  if (transfer.files.length === 0 || active === undefined || !takesFiles(grid, active)) return false;
  uploadHere(grid, transfer);
  return true;
}

/** Takes files that are dropped on cells; dropped beside them they would replace the page. Returns the clean-up. */
export function followFiles(grid: GridController, cells: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const unmark = () => grid.state.marks.filling !== null && grid.mark({ filling: null });
  cells.addEventListener(
    'dragover',
    (event) => {
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      const place = grid.placeAt(event.clientX, event.clientY);
      const taken = takesFiles(grid, place);
      event.dataTransfer.dropEffect = taken ? 'copy' : 'none';
      const { row, column } = place;
      if (taken) grid.mark({ filling: { rows: [row, row], columns: [column, column] } });
      else unmark();
    },
    { signal },
  );
  cells.addEventListener('dragleave', unmark, { signal });
  cells.addEventListener(
    'drop',
    (event) => {
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      unmark();
      const place = grid.placeAt(event.clientX, event.clientY);
      if (!takesFiles(grid, place)) return;
      grid.focus();
      grid.select(selectCell(place));
      uploadHere(grid, event.dataTransfer);
    },
    { signal },
  );
  const keepPage = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', keepPage, { signal });
  addEventListener('drop', keepPage, { signal });
  return () => stop.abort();
}
