import { Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { IconButton } from '../primitives/IconButton.tsx';
import { recordsOf } from './edits.ts';
import { toBox, toHeader } from './focus.ts';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import type { ColumnGroup } from './grid-props.ts';
import type { GridState } from './grid-store.ts';
import { type ColumnDrag, HeaderCell } from './HeaderCell.tsx';
import { type Column, endWidth } from './model/columns.ts';

/** Checks every record of the view, or none. */
async function checkAll(grid: GridController, on: boolean): Promise<void> {
  if (!on) return grid.check(new Set());
  const records = await recordsOf(grid, [0, grid.state.rowCount - 1]);
  if (records !== null) grid.check(new Set(records.map((record) => record.id)));
}

function CheckAll({ grid, state }: GridPartProps) {
  const { columns, checked, rowCount } = state;
  if (columns.check === 0) return null;
  const some = checked.size > 0 && checked.size < rowCount;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the box in it takes the focus
    <div role="columnheader" aria-colindex={1} className="wg-check" style={{ width: columns.check }}>
      {grid.canEdit && (
        <input
          type="checkbox"
          tabIndex={-1}
          className="wg-row-box"
          aria-label="Select all records"
          checked={rowCount > 0 && checked.size >= rowCount}
          ref={(box) => {
            if (box) box.indeterminate = some;
          }}
          onChange={(event) => void checkAll(grid, event.target.checked)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') toHeader(grid, 0);
            else if (event.key !== 'ArrowDown' || !toBox(grid, 0)) return;
            event.preventDefault();
          }}
        />
      )}
    </div>
  );
}

/** The heading over the columns of a group that are among these. */
function GroupHeading({
  group: { label, fieldIds },
  columns,
  from,
}: {
  readonly group: ColumnGroup;
  readonly columns: readonly Column[];
  /** Where the columns that scroll begin in the window: the name of the group stays there. */
  readonly from: number;
}) {
  const among = columns.filter(({ field }) => fieldIds.has(field.id));
  const [first, last = first] = [among[0], among.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <div
      aria-hidden="true"
      className="wg-group-heading"
      style={{ left: first.left, width: last.left + last.width - first.left }}
    >
      <span style={{ left: from }}>{label}</span>
    </div>
  );
}

/** The fields' names over their columns; the frozen ones in front. */
const HeaderRow = memo(function HeaderRow({
  grid,
  columns,
  shown,
  group,
  children,
}: {
  readonly grid: GridController;
  readonly columns: GridState['columns'];
  readonly shown: GridState['shown'];
  readonly group: ColumnGroup | undefined;
  readonly children: React.ReactNode;
}) {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);
  const cell = (column: Column) => (
    <HeaderCell
      key={column.field.id}
      grid={grid}
      column={column}
      heading={group?.fieldIds.has(column.field.id) ? group.label : undefined}
      onDrag={setDrag}
    />
  );
  const line = drag && columns.list[drag.before];
  const at = line ? line.left : columns.width - endWidth;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells hold the buttons
    <div role="row" aria-rowindex={1} className="wg-header" style={{ width: columns.width }}>
      <div className="wg-frozen" style={{ width: columns.frozen }}>
        {children}
        {columns.list.slice(0, columns.held).map(cell)}
        {group && <GroupHeading group={group} columns={columns.list.slice(0, columns.held)} from={0} />}
      </div>
      {columns.list.slice(...shown).map(cell)}
      {group && (
        <GroupHeading group={group} columns={columns.list.slice(columns.held)} from={columns.frozen} />
      )}
      {drag && <div className="wg-drop" style={{ left: at - 1 }} />}
    </div>
  );
});

export function GridHeader({ grid, state }: GridPartProps) {
  return (
    <HeaderRow grid={grid} columns={state.columns} shown={state.shown} group={grid.props.columnGroup}>
      <CheckAll grid={grid} state={state} />
    </HeaderRow>
  );
}

/** After the last header: a new field. It stands beside the grid's rows, for it is no cell of theirs. */
export function AddField({ grid, state }: GridPartProps) {
  if (!grid.canAdd) return null;
  return (
    <div className="wg-end-layer">
      <div className="wg-end" style={{ left: state.columns.width - endWidth }}>
        <IconButton icon={Plus} label="Add field" size="sm" onClick={() => grid.props.onFieldPanel(null)} />
      </div>
    </div>
  );
}
