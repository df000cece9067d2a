import { anyFieldType, isQuietRaw } from '@weft/core';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import { isSingle, rangeOf, type Selection } from './model/selection.ts';
import { shownText } from './shown-text.ts';

const counted = ([from, to]: readonly [number, number], thing: string): string =>
  from === to ? `1 ${thing}` : `${to - from + 1} ${thing}s`;

/** 'field, value, row n', as a screen reader says the active cell. */
function describe(grid: GridController, selection: Selection): string {
  if (!isSingle(selection)) {
    const { rows, columns } = rangeOf(selection);
    return `${counted(rows, 'row')} by ${counted(columns, 'column')} selected`;
  }
  const { row, column } = selection.active;
  const field = grid.column(column)?.field;
  const record = grid.record(row);
  if (!field) return '';
  const shown = shownText(field, record, grid.env).slice(0, 200) || 'empty';
  const raw = record?.raw?.[field.id];
  const unfit = raw !== undefined && !isQuietRaw(field.type, raw);
  const text = unfit ? `${shown}, doesn’t fit ${anyFieldType(field.type).label}` : shown;
  return `${field.name}, ${text}, row ${row + 1}`;
}

/** Live region that announces the active cell to screen readers. */
export function GridStatus({ id, grid, state }: GridPartProps & { readonly id: string }) {
  return (
    <div id={id} className="sr-only" aria-live="polite">
      {state.selection === null || state.editing !== null ? '' : describe(grid, state.selection)}
    </div>
  );
}
