import { ArrowDown, ArrowUp, ClipboardPaste, Copy, Eraser, Maximize2, Scissors, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Menu, type MenuItem } from '../primitives/Menu.tsx';
import { shortcut } from '../primitives/shortcut.ts';
import { clearCells, openRecord, recordsOf } from './edits.ts';
import type { GridController } from './grid-controller.ts';
import type { GridPartProps } from './grid-part.ts';
import { maxAhead } from './grid-store.ts';
import { canReadClipboard, copyFromMenu, followMenu, type OpenMenu, pasteFromMenu } from './menu-keys.ts';
import { type Range, rangeOf, selectCell } from './model/selection.ts';
import { inOwnOrder, stepRows } from './move-rows.ts';

async function deleteRows(grid: GridController, rows: Range['rows']): Promise<void> {
  if (rows[1] - rows[0] >= maxAhead) return grid.props.actions.deleteRows(rows);
  const records = await recordsOf(grid, rows);
  if (records !== null) grid.props.actions.deleteRecords(records.map((record) => record.id));
}

function deleteItem(grid: GridController, recordId: string | undefined, rows: Range['rows']): MenuItem {
  const { checked } = grid.state;
  const many = recordId !== undefined && checked.has(recordId);
  const count = many ? checked.size : rows[1] - rows[0] + 1;
  return {
    label: count === 1 ? 'Delete record' : `Delete ${count.toLocaleString(grid.env.locale)} records`,
    icon: Trash2,
    danger: true,
    onSelect: () => {
      if (!many) return void deleteRows(grid, rows);
      grid.check(new Set());
      grid.props.actions.deleteRecords([...checked]);
    },
  };
}

/** Selects a record's first cell, now that it is there. */
function goTo(grid: GridController, recordId: string): void {
  grid.layout();
  const row = grid.props.source.indexOf(recordId);
  if (row !== -1) grid.select(selectCell({ row, column: 0 }));
}

/** Without keys where there are none to press. */
function menuItems(grid: GridController): readonly MenuItem[] {
  const items = itemsWithKeys(grid);
  if (!grid.viewport.coarse) return items;
  return items.map((item) =>
    typeof item === 'object' && 'hint' in item ? { ...item, hint: undefined } : item,
  );
}

/** Moving one row or several by one; in a view that gives each record its place they cannot be moved. */
const moveItems = (grid: GridController): readonly MenuItem[] =>
  inOwnOrder(grid)
    ? [
        { label: 'Move up', icon: ArrowUp, hint: 'Alt+↑', onSelect: () => void stepRows(grid, -1) },
        { label: 'Move down', icon: ArrowDown, hint: 'Alt+↓', onSelect: () => void stepRows(grid, 1) },
      ]
    : [];

function itemsWithKeys(grid: GridController): readonly MenuItem[] {
  const { selection } = grid.state;
  if (selection === null) return [];
  const copy: MenuItem = {
    label: 'Copy',
    icon: Copy,
    hint: shortcut('C'),
    onSelect: () => copyFromMenu(grid, 'copy'),
  };
  const { rows } = rangeOf(selection);
  const record = grid.record(selection.active.row);
  const open: readonly MenuItem[] =
    record === undefined || grid.props.onOpenRecord === undefined
      ? []
      : [
          {
            label: 'Open record',
            icon: Maximize2,
            hint: 'Alt+Enter',
            onSelect: () => openRecord(grid, selection.active.row),
          },
        ];
  if (!grid.canEdit) return [...open, copy];
  const more = (record && grid.props.recordMenu?.(record.id, (id) => goTo(grid, id))) ?? [];
  return [
    ...open,
    copy,
    { label: 'Cut', icon: Scissors, hint: shortcut('X'), onSelect: () => copyFromMenu(grid, 'cut') },
    ...(canReadClipboard()
      ? [
          {
            label: 'Paste',
            icon: ClipboardPaste,
            hint: shortcut('V'),
            onSelect: () => void pasteFromMenu(grid),
          },
        ]
      : []),
    { label: 'Clear', icon: Eraser, hint: 'Del', onSelect: () => void clearCells(grid) },
    'separator',
    ...more,
    ...moveItems(grid),
    ...(more.length > 0 ? ['separator' as const] : []),
    deleteItem(grid, record?.id, rows),
  ];
}

/** What can be done with the selected cells and their records: by right click, long press or the menu key. */
export function CellMenu({ grid, state }: GridPartProps) {
  const [at, setAt] = useState<OpenMenu | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      followMenu(grid, (place) => {
        setAt(place);
        setOpen(true);
      }),
    [grid],
  );
  if (at === null || state.selection === null) return null;
  return (
    <Menu
      label="Cells"
      anchor={at}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        // At once: until the menu has gone, keys pressed right after would be lost in it.
        if (!next) grid.focus();
      }}
      finalFocus={() => grid.elements?.proxy ?? null}
      items={menuItems(grid)}
    />
  );
}
