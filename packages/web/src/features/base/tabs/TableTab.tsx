import type { Table } from '@weft/core';
import { IconButton, Menu, type MenuItem } from '@weft/ui';
import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  Copy,
  FileUp,
  Grid3x3,
  Pencil,
  Sheet,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** What records are imported from. */
export type ImportSource = 'file' | 'airtable' | 'googlesheets';

export interface TableTabProps {
  readonly table: Table;
  readonly selected: boolean;
  readonly canEdit: boolean;
  /** The table that is being dragged, if one is. */
  readonly dragged: string | null;
  readonly onSelect: () => void;
  readonly onDrag: (tableId: string | null) => void;
  /** Something was dropped before this tab, or after it. */
  readonly onDrop: (after: boolean) => void;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onImport: (source: ImportSource) => void;
  readonly onDelete: () => void;
  readonly onMoveLeft: (() => void) | undefined;
  readonly onMoveRight: (() => void) | undefined;
}

const isAfter = (event: React.DragEvent): boolean => {
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX > box.left + box.width / 2;
};

/** One table's tab; the selected one is a piece of the surface below and carries the menu. */
export function TableTab(props: TableTabProps) {
  const { table, selected, canEdit, dragged } = props;
  const [over, setOver] = useState<'before' | 'after' | null>(null);
  const [open, setOpen] = useState(false);
  const tab = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const items: readonly MenuItem[] = [
    { label: 'Rename table', icon: Pencil, onSelect: props.onRename },
    { label: 'Duplicate table', icon: Copy, onSelect: props.onDuplicate },
    { label: 'Import into this table…', icon: FileUp, onSelect: () => props.onImport('file') },
    { label: 'Import from Airtable…', icon: Grid3x3, onSelect: () => props.onImport('airtable') },
    { label: 'Import from Google Sheets…', icon: Sheet, onSelect: () => props.onImport('googlesheets') },
    {
      label: 'Move left',
      icon: ArrowLeft,
      disabled: props.onMoveLeft === undefined,
      onSelect: () => props.onMoveLeft?.(),
    },
    {
      label: 'Move right',
      icon: ArrowRight,
      disabled: props.onMoveRight === undefined,
      onSelect: () => props.onMoveRight?.(),
    },
    'separator',
    { label: 'Delete table', icon: Trash2, danger: true, onSelect: props.onDelete },
  ];
  const edge = {
    before: 'shadow-[inset_2px_0_0_var(--w-accent)]',
    after: 'shadow-[inset_-2px_0_0_var(--w-accent)]',
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the tab in it is what is operated
    <div
      ref={tab}
      className={`-mb-px flex h-[calc(var(--w-tabbar)-6px)] max-w-60 shrink-0 items-center rounded-t-md border max-sm:h-12 max-sm:rounded-none max-sm:border-x-0 max-sm:border-t-0 max-sm:border-b-2 ${
        selected
          ? 'border-line border-b-surface bg-surface max-sm:border-accent max-sm:bg-transparent'
          : 'border-transparent hover:bg-hover'
      } ${over === null ? '' : edge[over]}`}
      onContextMenu={(event) => {
        if (!canEdit) return;
        event.preventDefault();
        // The menu belongs to the selected tab.
        if (!selected) props.onSelect();
        setOpen(true);
      }}
      draggable={canEdit}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        props.onDrag(table.id);
      }}
      onDragEnd={() => props.onDrag(null)}
      onDragOver={(event) => {
        if (dragged === null || dragged === table.id) return;
        event.preventDefault();
        setOver(isAfter(event) ? 'after' : 'before');
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        props.onDrop(isAfter(event));
      }}
    >
      <button
        type="button"
        aria-current={selected ? 'page' : undefined}
        title={table.name}
        className={`h-full min-w-0 pointer-coarse:min-w-11 truncate rounded-t-md px-3 font-medium text-base focus-visible:-outline-offset-2 ${
          selected ? (canEdit ? 'pe-1 text-text' : 'text-text') : 'text-text-muted hover:text-text'
        }`}
        onClick={props.onSelect}
        onDoubleClick={canEdit ? props.onRename : undefined}
      >
        {table.name}
      </button>
      {selected && canEdit && (
        <Menu
          open={open}
          onOpenChange={setOpen}
          trigger={
            <IconButton
              icon={ChevronDown}
              label={`${table.name}: table menu`}
              size="sm"
              plain
              className="me-1 size-6! pointer-coarse:size-11!"
            />
          }
          items={items}
        />
      )}
    </div>
  );
}
