import { emptyViewConfig, mayEditBase, type Table } from '@weft/core';
import { uniqueName } from '@weft/history';
import { IconButton } from '@weft/ui';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { newId } from '../../../session/new-id.ts';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import type { BaseSession, BaseState } from '../open/base-session.ts';
import { type ImportSource, TableTab } from './TableTab.tsx';

const TableNameDialog = lazyDialog(() =>
  import('./TableNameDialog.tsx').then((part) => part.TableNameDialog),
);

export interface TableTabsProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly selected: Table | undefined;
  readonly onSelect: (tableId: string) => void;
  readonly naming: Naming | null;
  readonly onNaming: (naming: Naming | null) => void;
  /** Asks for a file to add to a table. */
  readonly onImport: (table: Table, source: ImportSource) => void;
}

/** The table that is given a name; null for a new one. */
export interface Naming {
  readonly table: Table | null;
}

/** Fields and records a new table starts with (specification 2, section 3). */
function addTable(session: BaseSession, name: string): string | null {
  const fields = [
    { id: newId('fld'), name: 'name', type: 'single_line_text', order: 0, template: {} },
    { id: newId('fld'), name: 'notes', type: 'long_text', order: 1, template: {} },
    { id: newId('fld'), name: 'active', type: 'checkbox', order: 2, template: { color: 'Green' } },
  ] as const;
  const table: Omit<Table, 'order'> = {
    id: newId('tbl'),
    name,
    primaryFieldId: fields[0].id,
    fields,
    views: [{ id: newId('viw'), name: 'Grid view', type: 'grid', order: 0, config: emptyViewConfig }],
  };
  const records = [1, 2, 3].map(() => ({ id: newId('rec'), cells: {} }));
  return session.act('CREATE_TABLE', { table, records }) ? table.id : null;
}

/** The order with a table moved in front of the one at `place`. */
function reordered(tables: readonly Table[], tableId: string, place: number): readonly string[] {
  const ids = tables.map((table) => table.id);
  const from = ids.indexOf(tableId);
  const rest = ids.toSpliced(from, 1);
  return rest.toSpliced(from < place ? place - 1 : place, 0, tableId);
}

/** The base's tables: press to open, drag or use the menu to move, rename and delete. */
export function TableTabs({
  session,
  state,
  selected,
  onSelect,
  naming,
  onNaming,
  onImport,
}: TableTabsProps) {
  const { tables } = state.metadata;
  const canEdit = mayEditBase(state.role);
  const [dragged, setDragged] = useState<string | null>(null);

  const move = (tableId: string, place: number) => {
    const tableIds = reordered(tables, tableId, place);
    if (tableIds.some((id, index) => id !== tables[index]?.id)) session.act('REORDER_TABLES', { tableIds });
  };
  const remove = (table: Table) => {
    if (!session.act('DELETE_TABLE', { tableId: table.id })) return;
    session.offerUndo(`Table ${table.name} deleted`);
  };
  const duplicate = (table: Table) => {
    const newTableId = newId('tbl');
    if (session.act('DUPLICATE_TABLE', { tableId: table.id, newTableId, withRecords: true }))
      onSelect(newTableId);
  };
  return (
    <nav
      aria-label="Tables"
      className="flex h-(--w-tabbar) shrink-0 items-end gap-1 border-line border-b px-2 max-sm:h-12"
    >
      <div className="flex min-w-0 items-end gap-0.5 overflow-x-auto overflow-y-hidden">
        {tables.map((table, index) => (
          <TableTab
            key={table.id}
            table={table}
            selected={table.id === selected?.id}
            canEdit={canEdit}
            dragged={dragged}
            onSelect={() => onSelect(table.id)}
            onDrag={setDragged}
            onDrop={(after) => dragged !== null && move(dragged, after ? index + 1 : index)}
            onRename={() => onNaming({ table })}
            onDuplicate={() => duplicate(table)}
            onImport={(source) => onImport(table, source)}
            onDelete={() => remove(table)}
            onMoveLeft={index > 0 ? () => move(table.id, index - 1) : undefined}
            onMoveRight={index < tables.length - 1 ? () => move(table.id, index + 2) : undefined}
          />
        ))}
      </div>
      {canEdit && (
        <div className="flex h-full shrink-0 items-center pt-1.5 max-sm:pt-0">
          <IconButton
            icon={Plus}
            label="Add table"
            size="sm"
            className="pointer-coarse:size-11!"
            onClick={() => onNaming({ table: null })}
          />
        </div>
      )}
      {naming !== null && (
        <TableNameDialog
          table={naming.table}
          tables={tables}
          suggestion={uniqueName(`Table ${tables.length + 1}`, tables)}
          onClose={() => onNaming(null)}
          onName={(name) => {
            // A name that is refused stays in the dialog, to be changed.
            if (naming.table) {
              if (session.act('UPDATE_TABLE', { tableId: naming.table.id, name })) onNaming(null);
              return;
            }
            const id = addTable(session, name);
            if (id === null) return;
            onNaming(null);
            onSelect(id);
          }}
        />
      )}
    </nav>
  );
}
