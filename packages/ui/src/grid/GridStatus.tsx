import { anyFieldType, isQuietRaw } from '@weft/core';
import { useEffect, useReducer } from 'react';
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
  // Its row is being read: nothing is known of what it holds.
  if (record === undefined) return `${field.name}, loading, row ${row + 1}`;
  const shown = shownText(field, record, grid.env).slice(0, 200) || 'empty';
  const raw = record.raw?.[field.id];
  const unfit = raw !== undefined && !isQuietRaw(field.type, raw);
  const text = unfit ? `${shown}, doesn’t fit ${anyFieldType(field.type).label}` : shown;
  return `${field.name}, ${text}, row ${row + 1}`;
}

/** Live region that announces the active cell to screen readers. */
export function GridStatus({ id, grid, state }: GridPartProps & { readonly id: string }) {
  const { source } = grid.props;
  const active = state.selection?.active.row;
  const isAwaited = active !== undefined && grid.record(active) === undefined;
  const [, arrived] = useReducer((times: number) => times + 1, 0);
  useEffect(() => (isAwaited ? source.subscribe(arrived) : undefined), [isAwaited, source]);
  return (
    <div id={id} className="sr-only" aria-live="polite">
      {state.selection === null || state.editing !== null ? '' : describe(grid, state.selection)}
    </div>
  );
}
