import { emptyViewConfig, type Table, type View } from '@weft/core';
import { cx, Icon, Menu, type MenuItem, movedItem } from '@weft/ui';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  CopyPlus,
  Lock,
  LockOpen,
  Pencil,
  Plus,
  Table2,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { newId } from '../../../session/new-id.ts';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import type { BaseSession } from '../open/base-session.ts';
import { changeView } from './view-settings.ts';

const ViewNameDialog = lazyDialog(() => import('./ViewNameDialog.tsx').then((part) => part.ViewNameDialog));

export interface ViewMenuProps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly canEdit: boolean;
  readonly onSelect: (viewId: string) => void;
}

/** The selected view, and the menu of the table's views. */
export function ViewMenu({ session, table, view, canEdit, onSelect }: ViewMenuProps) {
  const [renaming, setRenaming] = useState(false);
  const { views, id: tableId } = table;
  const place = views.indexOf(view);
  const { locked } = view.config;

  const create = (name: string, config: View['config']) => {
    const id = newId('viw');
    const made = { id, name, type: 'grid', config } as const;
    if (session.act('CREATE_VIEW', { tableId, view: made, unique: true })) onSelect(id);
  };
  const move = (to: number) =>
    session.act('REORDER_VIEWS', { tableId, viewIds: movedItem(views, place, to).map(({ id }) => id) });
  const remove = () => {
    const next = views[place + 1] ?? views[place - 1];
    if (!session.act('DELETE_VIEW', { tableId, viewId: view.id })) return;
    if (next) onSelect(next.id);
    session.offerUndo(`View ${view.name} deleted`);
  };
  const change: readonly MenuItem[] = [
    'separator',
    { label: 'Add view', icon: Plus, onSelect: () => create('', emptyViewConfig) },
    {
      label: 'Duplicate view',
      icon: CopyPlus,
      onSelect: () => create(`${view.name} copy`, { ...view.config, locked: false }),
    },
    {
      label: 'Rename view',
      icon: Pencil,
      disabled: locked,
      reason: 'The view is locked',
      onSelect: () => setRenaming(true),
    },
    {
      label: locked ? 'Unlock view' : 'Lock view',
      icon: locked ? LockOpen : Lock,
      onSelect: () => void changeView(session, table, view, { locked: !locked }),
    },
    ...(views.length === 1
      ? []
      : [
          { label: 'Move up', icon: ArrowUp, disabled: place === 0, onSelect: () => void move(place - 1) },
          {
            label: 'Move down',
            icon: ArrowDown,
            disabled: place === views.length - 1,
            onSelect: () => void move(place + 1),
          },
        ]),
    'separator',
    {
      label: 'Delete view',
      icon: Trash2,
      danger: true,
      disabled: views.length === 1 || locked,
      reason: locked ? 'The view is locked' : 'A table keeps its last view',
      onSelect: remove,
    },
  ];
  return (
    <>
      <Menu
        width={220}
        trigger={
          <button
            type="button"
            aria-label={`View: ${view.name}${locked ? ', locked' : ''}`}
            className={cx(
              'inline-flex h-(--w-control-sm) min-w-0 max-w-60 items-center gap-1.5 rounded-md px-2 font-medium text-base text-text hover:bg-hover active:bg-pressed aria-expanded:bg-pressed',
              'max-sm:h-10 max-sm:bg-hover max-sm:px-3',
            )}
          >
            <Icon of={Table2} />
            <span className="truncate">{view.name}</span>
            {locked && <Icon of={Lock} size={14} className="text-text-subtle" />}
            <Icon of={ChevronDown} size={14} className="text-text-subtle" />
          </button>
        }
        items={[
          ...views.map(({ id, name }) => ({
            id,
            label: name,
            icon: Table2,
            checked: id === view.id,
            onSelect: () => onSelect(id),
          })),
          ...(canEdit ? change : []),
        ]}
      />
      {renaming && (
        <ViewNameDialog
          view={view}
          views={views}
          onClose={() => setRenaming(false)}
          onName={(name) => {
            setRenaming(false);
            if (name !== view.name) session.act('UPDATE_VIEW', { tableId, viewId: view.id, name });
          }}
        />
      )}
    </>
  );
}
