import type { BaseRecord } from '@weft/core';
import { useDeferredValue, useEffect, useReducer } from 'react';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import { mostAhead } from './grid-store.ts';
import { isSingle, type Range, rangeOf } from './model/selection.ts';
import { figuresOf } from './model/summary.ts';

/** The records of a range, where all of them are here and they are few enough to add up at once. */
function recordsHere(grid: GridController, [from, to]: Range['rows']): readonly BaseRecord[] | null {
  if (to - from >= mostAhead) return null;
  const records: BaseRecord[] = [];
  for (let row = from; row <= to; row++) {
    const record = grid.record(row);
    if (record === undefined) return null;
    records.push(record);
  }
  return records;
}

/** How many cells a range has and, of one column, what they come to; it floats above the footer. */
export function SelectionSummary({ grid, state }: GridPartProps) {
  // A range that grows under the pointer is added up between its frames.
  const selection = useDeferredValue(state.selection);
  const { source } = grid.props;
  const [, changed] = useReducer((times: number) => times + 1, 0);
  const wide = selection !== null && !isSingle(selection);
  useEffect(() => (wide ? source.subscribe(changed) : undefined), [wide, source]);
  if (!wide || state.checked.size > 0) return null;
  const { rows, columns } = rangeOf(selection);
  const cells = (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1);
  const field = columns[0] === columns[1] ? grid.column(columns[0])?.field : undefined;
  const records = field && recordsHere(grid, rows);
  return (
    <div className="wg-summary">
      <span>
        <b>{cells.toLocaleString(grid.env.locale)}</b> cells
      </span>
      {field &&
        records &&
        figuresOf(records, field, grid.env).map(({ name, text }) => (
          <span key={name}>
            {name} <b>{text}</b>
          </span>
        ))}
    </div>
  );
}
