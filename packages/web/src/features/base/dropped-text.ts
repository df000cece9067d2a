import type { BaseMetadata } from '@weft/core';
import { type Action, type CellsByField, labelOf } from '@weft/history';

/** One change as a line a person can keep: what it was, and the texts that were in it. */
export function droppedText(action: Action, metadata: BaseMetadata): string {
  const names = new Map(metadata.tables.flatMap((table) => table.fields.map(({ id, name }) => [id, name])));
  const line = (cells: CellsByField): string =>
    Object.entries(cells)
      .map(([id, { value, raw }]) => `${names.get(id) ?? id}: ${raw ?? text(value)}`)
      .join(', ');
  const label = labelOf(action, metadata);
  const written = cellsOf(action).map(line).filter(Boolean);
  return written.length === 0 ? label : `${label}\n${written.join('\n')}`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function cellsOf(action: Action): readonly CellsByField[] {
  switch (action.type) {
    case 'UPDATE_RECORD_CELL':
      return [action.input.cells];
    case 'CREATE_RECORD':
      return action.input.records.map((record) => record.cells);
    case 'BULK_PASTE_CELLS':
      return [...action.input.records, ...action.input.created].map((record) => record.cells);
    default:
      return [];
  }
}
