import { useDeferredValue, useEffect, useReducer } from 'react';
import { recordsHere } from './edits.ts';
import type { GridPartProps } from './grid-part.ts';
import { maxAhead } from './grid-store.ts';
import { isSingle, rangeOf } from './model/selection.ts';
import { figuresOf } from './model/summary.ts';

/** The number of selected cells and, for one column, their summary; floats above the footer. */
export function SelectionSummary({ grid, state }: GridPartProps) {
  // Deferred: while a drag grows the range, its frames come first.
  const selection = useDeferredValue(state.selection);
  const { source } = grid.props;
  const [, changed] = useReducer((times: number) => times + 1, 0);
  const wide = selection !== null && !isSingle(selection);
  useEffect(() => (wide ? source.subscribe(changed) : undefined), [wide, source]);
  if (!wide || state.checked.size > 0) return null;
  const { rows, columns } = rangeOf(selection);
  const cells = (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1);
  const field = columns[0] === columns[1] ? grid.column(columns[0])?.field : undefined;
  const few = rows[1] - rows[0] < maxAhead;
  const records = field && few && recordsHere(grid, rows);
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
