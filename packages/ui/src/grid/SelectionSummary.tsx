import { useDeferredValue, useEffect, useReducer } from 'react';
import { recordsHere } from './edits.ts';
import type { GridPartProps } from './grid-part.ts';
import { mostAhead } from './grid-store.ts';
import { isSingle, rangeOf } from './model/selection.ts';
import { figuresOf } from './model/summary.ts';

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
  const few = rows[1] - rows[0] < mostAhead;
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
