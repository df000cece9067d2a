import { Trash2, X } from 'lucide-react';
import { Icon } from '../primitives/Icon.tsx';
import type { GridPartProps } from './grid-part.ts';

/** What can be done with the checked records. */
export function CheckedBar({ grid, state }: GridPartProps) {
  const count = state.checked.size;
  if (count === 0) return null;
  const leave = () => {
    grid.check(new Set());
    grid.focus();
  };
  const records = `${count.toLocaleString(grid.env.locale)} ${count === 1 ? 'record' : 'records'}`;
  return (
    <div className="wg-bar-checked" role="toolbar" aria-label="Selected records">
      <span className="wg-bar-count">{records} selected</span>
      {grid.props.checkedItems?.map(({ label, icon, onSelect }) => (
        <button key={label} type="button" onClick={() => onSelect([...state.checked])}>
          <Icon of={icon} size={14} />
          {label}
        </button>
      ))}
      <button
        type="button"
        onClick={() => {
          leave();
          grid.props.actions.deleteRecords([...state.checked]);
        }}
      >
        <Icon of={Trash2} size={14} />
        Delete {records}
      </button>
      <button type="button" aria-label="Clear selection" onClick={leave}>
        <Icon of={X} size={14} />
      </button>
    </div>
  );
}
