import { mayEditBase, type Table } from '@weft/core';
import { IconButton, Menu, shortcut } from '@weft/ui';
import {
  Database,
  Ellipsis,
  FileUp,
  History,
  Keyboard,
  Package,
  Pencil,
  Redo2,
  Undo2,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { PeopleHere } from '../../session/PeopleHere.tsx';
import { SaveStatus } from '../../session/SaveStatus.tsx';
import { BarHead } from '../../shell/BarHead.tsx';
import { FlowName } from '../../shell/FlowName.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import type { BaseSession, BaseState } from './open/base-session.ts';
import { StepButton } from './open/StepButton.tsx';
import { WorkingStatus } from './open/WorkingStatus.tsx';
import { CsvDialog } from './tabs/CsvDialog.tsx';
import { downloads, downloadTable, type Format } from './tabs/download-table.ts';
import { useSelectedView } from './views/use-selected-view.ts';

const NameDialog = lazyDialog(() => import('../../shell/NameDialog.tsx').then((part) => part.NameDialog));

export interface TopBarProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly table: Table | undefined;
  /** Opens the list of shortcuts. */
  readonly onHelp: () => void;
  /** Asks for a file to add to the table. */
  readonly onImport: (table: Table) => void;
  /** Opens what was done in the database, and its trash. */
  readonly onHistory: () => void;
  /** Asks as which kind of file the database is to be exported. */
  readonly onExport: () => void;
  /** Opens whom the database is shared with; null: one may not share it. */
  readonly onShare: (() => void) | null;
}

/** Breadcrumbs, save state, undo and redo. */
export function TopBar({
  session,
  state,
  table,
  onHelp,
  onImport,
  onHistory,
  onExport,
  onShare,
}: TopBarProps) {
  const canEdit = mayEditBase(state.role);
  const { view } = useSelectedView(table);
  const [asksCsv, setAsksCsv] = useState(false);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [renaming, setRenaming] = useState(false);
  const name = renamed ?? state.name;
  const download = (format: Format, formulas?: 'keep' | 'escape') => {
    if (table !== undefined)
      void downloadTable(session.client.basePublicId, table, view, format, session.env.timeZone, formulas);
  };
  usePageCommands([
    ...(canEdit
      ? [
          { id: 'undo', label: 'Undo', icon: Undo2, keys: shortcut('Z'), run: () => void session.undo() },
          {
            ...{ id: 'redo', label: 'Redo', icon: Redo2, keys: shortcut('Z', { shift: true }) },
            run: () => void session.redo(),
          },
        ]
      : []),
    ...(table === undefined
      ? []
      : downloads.map(({ format, label, icon }) => ({
          ...{ id: `download-${format}`, label, icon },
          run: () => (format === 'csv' ? setAsksCsv(true) : download(format)),
        }))),
    { id: 'export', label: 'Export database…', icon: Package, run: onExport },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: shortcut('/'), run: onHelp },
  ]);
  return (
    <header className="flex h-(--w-topbar) shrink-0 items-center gap-2 px-3 max-sm:h-13">
      <BarHead icon={Database} />
      <FlowName
        key={name}
        label="Database name"
        flowId={session.client.basePublicId}
        name={name}
        canEdit={canEdit}
        onRenamed={setRenamed}
      />
      {state.phase === 'open' &&
        canEdit &&
        (state.working === null ? (
          <SaveStatus save={state.save} />
        ) : (
          <WorkingStatus working={state.working} />
        ))}
      <span className="flex-1" />
      <PeopleHere presence={session.client.presence} />
      {canEdit && (
        <>
          <StepButton way="undo" session={session} state={state} />
          <StepButton way="redo" session={session} state={state} />
        </>
      )}
      {/* On a phone it is in the menu: the name needs the room. */}
      <span className="max-sm:hidden">
        <IconButton icon={History} label="History and trash" plain onClick={onHistory} />
      </span>
      {table !== undefined && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label="More" plain />}
          items={[
            ...(onShare === null ? [] : [{ label: 'Invite people…', icon: UserPlus, onSelect: onShare }]),
            ...(canEdit
              ? [
                  { label: 'Rename database…', icon: Pencil, onSelect: () => setRenaming(true) },
                  { label: `Import into ${table.name}…`, icon: FileUp, onSelect: () => onImport(table) },
                ]
              : []),
            { label: 'History and trash', icon: History, onSelect: onHistory },
            'separator' as const,
            { label: 'Export database…', icon: Package, onSelect: onExport },
            ...downloads.map(({ format, label, icon }) => ({
              label,
              icon,
              onSelect: () => (format === 'csv' ? setAsksCsv(true) : download(format)),
            })),
            // A phone has no keys to tell of; some of them report a pointer that hovers.
            ...(matchMedia('(hover: hover) and (min-width: 640px)').matches
              ? [
                  'separator' as const,
                  {
                    label: 'Keyboard shortcuts',
                    icon: Keyboard,
                    hint: shortcut('/'),
                    onSelect: onHelp,
                  },
                ]
              : []),
          ]}
        />
      )}
      {renaming && (
        <NameDialog
          title="Rename database"
          label="Name"
          confirm="Rename"
          confirming="Renaming"
          initial={name}
          faultOf={(wanted) => (wanted.trim() === '' ? 'A name is required' : null)}
          onClose={() => setRenaming(false)}
          onName={async (wanted) => {
            await api.renameFlow(session.client.basePublicId, wanted);
            setRenamed(wanted);
            setRenaming(false);
            void queryClient.invalidateQueries({ queryKey: ['flows'] });
          }}
        />
      )}
      {asksCsv && (
        <CsvDialog
          onClose={() => setAsksCsv(false)}
          onDownload={(formulas) => {
            setAsksCsv(false);
            download('csv', formulas);
          }}
        />
      )}
    </header>
  );
}
