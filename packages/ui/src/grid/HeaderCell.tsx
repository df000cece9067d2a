import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronDown,
  FoldHorizontal,
  MoveHorizontal,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UnfoldHorizontal,
} from 'lucide-react';
import { useState } from 'react';
import { lightKinds } from '../fields/light-kinds.ts';
import { Icon } from '../primitives/Icon.tsx';
import { Menu, type MenuItem } from '../primitives/Menu.tsx';
import { dragColumn, dragWidth, fitWidth, moveField, widen, widthStep } from './column-drag.ts';
import { toBox, toCell, toHeader } from './focus.ts';
import type { GridController } from './grid-controller.ts';
import { asksForMenu, type OpenMenu, pointAt } from './menu-keys.ts';
import type { Column } from './model/columns.ts';
import { selectRange } from './model/selection.ts';

/** A header on its way: it will stand in front of this column. */
export interface ColumnDrag {
  readonly before: number;
}

export interface HeaderCellProps {
  readonly grid: GridController;
  readonly column: Column;
  /** What stands over it and its neighbours. */
  readonly heading: string | undefined;
  readonly onDrag: (drag: ColumnDrag | null) => void;
}

function menuItems(grid: GridController, column: Column): readonly MenuItem[] {
  const { field, index } = column;
  const last = grid.state.columns.list.length - 1;
  const isPrimary = index === 0;
  const isFixed = grid.props.context.fixedFieldIds?.has(field.id) === true;
  const stays = 'The primary field stays first';
  return [
    { label: 'Edit field', icon: Pencil, onSelect: () => grid.props.onFieldPanel(field.id) },
    'separator',
    ...(grid.props.fieldMenu?.(field.id) ?? []),
    {
      label: 'Move left',
      icon: ArrowLeft,
      disabled: index <= 1,
      reason: isPrimary ? stays : undefined,
      onSelect: () => moveField(grid, field.id, index - 1),
    },
    {
      label: 'Move right',
      icon: ArrowRight,
      disabled: isPrimary || index === last,
      onSelect: () => moveField(grid, field.id, index + 2),
    },
    freezeItem(grid, column),
    { label: 'Wider', icon: UnfoldHorizontal, onSelect: () => widen(grid, column, widthStep) },
    { label: 'Narrower', icon: FoldHorizontal, onSelect: () => widen(grid, column, -widthStep) },
    { label: 'Fit width', icon: MoveHorizontal, onSelect: () => fitWidth(grid, column) },
    'separator',
    {
      label: 'Delete field',
      icon: Trash2,
      danger: true,
      disabled: isPrimary || isFixed,
      reason: isPrimary ? 'The primary field can’t be deleted' : 'This field is not filled in here',
      onSelect: () => grid.props.onDeleteField(field.id),
    },
  ];
}

/** Freezes the columns up to this one; on the last frozen one, unfreezes all but the primary. */
function freezeItem(grid: GridController, { index }: Column): MenuItem {
  const { held, list } = grid.state.columns;
  const { actions } = grid.props;
  if (index > 0 && index === held - 1)
    return { label: 'Unfreeze columns', icon: PinOff, onSelect: () => actions.freezeColumns(1) };
  return {
    label: 'Freeze up to here',
    icon: Pin,
    disabled: index === held - 1 || list.length < 2,
    onSelect: () => actions.freezeColumns(index + 1),
  };
}

function selectColumn(grid: GridController, index: number, extend: boolean): void {
  const { selection, rowCount } = grid.state;
  const anchor = { row: 0, column: extend && selection ? selection.anchor.column : index };
  grid.select(selectRange(anchor, { row: Math.max(0, rowCount - 1), column: index }), false);
  grid.focus();
}

/** Arrow keys move between the headers and the select-all box; down goes to the cells. */
function walk(grid: GridController, { index }: Column, event: React.KeyboardEvent): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    // The menu of the button would open, and take the focus from the cells.
    event.stopPropagation();
    toCell(grid, 0, index);
  } else if (by !== undefined && (toHeader(grid, index + by) || (index + by === -1 && toBox(grid, -1))))
    event.preventDefault();
}

/** A field's name over its column: press to select, drag to move, its edge to resize, its menu for the rest. */
export function HeaderCell({ grid, column, heading, onDrag }: HeaderCellProps) {
  const { field, index, left, width } = column;
  const sort = grid.props.context.view.config.sorts.find((key) => key.fieldId === field.id);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [open, setOpen] = useState(false);
  /** At a point of the window, or without one at the button. */
  const openMenu = (at: OpenMenu | null) => {
    setMenu(at);
    setOpen(true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the menu button in it takes the focus
    <div
      role="columnheader"
      aria-colindex={index + 1 + (grid.state.columns.check > 0 ? 1 : 0)}
      aria-sort={sort ? (sort.direction === 'desc' ? 'descending' : 'ascending') : undefined}
      aria-description={heading}
      data-grouped={heading && ''}
      className={sort ? 'wg-head is-sorted' : 'wg-head'}
      style={{ left, width }}
      title={heading === undefined ? field.name : `${field.name} (${heading})`}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.target !== event.currentTarget) return;
        const { shiftKey } = event;
        dragColumn(grid, column, event.nativeEvent, {
          drag: (before) => onDrag(before === null ? null : { before }),
          click: () => selectColumn(grid, index, shiftKey),
        });
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.preventDefault();
      }}
      onDoubleClick={() => grid.canEdit && grid.props.onFieldPanel(field.id)}
      onContextMenu={(event) => {
        if (!grid.canEdit) return;
        event.preventDefault();
        openMenu(pointAt(event.clientX, event.clientY));
      }}
    >
      <Icon of={lightKinds[field.type].icon} size={14} />
      <span className="wg-head-name" dir="auto">
        {field.name}
      </span>
      {sort && <Icon of={sort.direction === 'desc' ? ArrowDown : ArrowUp} size={14} />}
      {grid.canEdit && (
        <>
          <Menu
            align={menu === null ? 'end' : 'start'}
            open={open}
            onOpenChange={(next) => (next ? openMenu(null) : setOpen(false))}
            anchor={menu ?? undefined}
            trigger={
              <button
                type="button"
                tabIndex={-1}
                className="wg-head-menu"
                aria-label={`${field.name}: field menu`}
                data-field-menu={field.id}
                onKeyDownCapture={(event) => {
                  if (!asksForMenu(event)) return walk(grid, column, event);
                  event.preventDefault();
                  openMenu(null);
                }}
              >
                <Icon of={ChevronDown} size={14} />
              </button>
            }
            items={menuItems(grid, column)}
          />
          <span
            className="wg-resize"
            aria-hidden="true"
            onPointerDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              dragWidth(grid, column, event.nativeEvent);
            }}
            onDoubleClick={(event) => {
              event.stopPropagation();
              fitWidth(grid, column);
            }}
          />
        </>
      )}
    </div>
  );
}
