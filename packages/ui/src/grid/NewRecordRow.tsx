import { Plus, Rows3, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../primitives/Button.tsx';
import { EmptyState } from '../primitives/EmptyState.tsx';
import { Icon } from '../primitives/Icon.tsx';
import type { GridPartProps } from './grid-part.ts';
import { endWidth } from './model/columns.ts';
import { newRecord } from './new-record.ts';

/** After the last row: a new record; or why there is none to see. */
export function NewRecordRow({ grid, state }: GridPartProps) {
  const { rowCount, countKnown, columns } = state;
  if (!countKnown) return rowCount === 0 ? <Loading /> : null;
  if (rowCount === 0 && grid.props.search) return <NoneFound grid={grid} />;
  const none = rowCount === 0 && grid.props.none;
  if (!grid.canAdd) {
    if (rowCount > 0) return null;
    return <None grid={grid}>{none || <EmptyState icon={Rows3} title="No records found" />}</None>;
  }
  // On a phone the footer has the button.
  if (columns.check === 0 && rowCount > 0) return null;
  return (
    <>
      <NewRecord grid={grid} state={state} />
      {none && <None grid={grid}>{none}</None>}
    </>
  );
}

function NoneFound({ grid }: Pick<GridPartProps, 'grid'>) {
  const { onClearSearch } = grid.props;
  return (
    <None grid={grid}>
      <EmptyState
        icon={SearchX}
        title="No results found."
        action={onClearSearch && <Button onClick={onClearSearch}>Clear search</Button>}
      />
    </None>
  );
}

/** In the middle of the window, wherever the columns are scrolled to. */
function None({ grid, children }: Pick<GridPartProps, 'grid'> & { readonly children: ReactNode }) {
  return (
    <div className="wg-none" style={{ width: grid.viewport.width }}>
      {children}
    </div>
  );
}

function NewRecord({ grid, state: { columns } }: GridPartProps) {
  return (
    <button
      type="button"
      className="wg-new"
      style={{ width: columns.width - endWidth, height: Math.min(40, grid.viewport.rowHeight) }}
      onClick={() => newRecord(grid)}
    >
      <span className="wg-new-words">
        <span className="wg-new-sign" style={{ width: columns.check === 0 ? 32 : columns.check }}>
          <Icon of={Plus} size={14} />
        </span>
        New record
      </span>
    </button>
  );
}

const bars = [62, 78, 44, 70, 55, 83, 49, 66, 74, 52];

/** Bars where rows will be, once waiting lasts. */
function Loading() {
  return (
    <div className="wg-loading w-late" role="status" aria-label="Loading...">
      {bars.map((width) => (
        <span key={width} style={{ width: `${width * 2}px` }} />
      ))}
    </div>
  );
}
