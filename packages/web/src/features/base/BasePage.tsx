import { useSuspenseQuery } from '@tanstack/react-query';
import { can, mayEditBase, type Table } from '@weft/core';
import { Button, EmptyState } from '@weft/ui';
import { CloudOff, Plus, Table2 } from 'lucide-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../error-text.ts';
import { meQuery } from '../../queries.ts';
import { OfflineBanner } from '../../session/OfflineBanner.tsx';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { NothingHere, type NothingHereProps } from '../../shell/pages.tsx';
import { withTemporal } from '../../shell/with-temporal.ts';
import { InterruptedHere } from '../import/InterruptedHere.tsx';
import { BaseKeys } from './BaseKeys.tsx';
import { BaseSession, type BaseState } from './open/base-session.ts';
import { Opening } from './open/Opening.tsx';
import { SignedOutBanner } from './open/SignedOutBanner.tsx';
import { SyncErrorDialog } from './open/SyncErrorDialog.tsx';
import { TrashedBanner } from './open/TrashedBanner.tsx';
import { TableView } from './TableView.tsx';
import { TopBar } from './TopBar.tsx';
import type { ImportSource } from './tabs/TableTab.tsx';
import { type Naming, TableTabs } from './tabs/TableTabs.tsx';
import { returnPath, useImportAgain } from './tabs/use-import-again.ts';
import { useSelectedTable } from './tabs/use-selected-table.ts';
import { usePreload } from './use-preload.ts';

const ShortcutsDialog = lazyDialog(() =>
  import('./ShortcutsDialog.tsx').then((part) => part.ShortcutsDialog),
);

const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

const ServiceWizard = lazyDialog(() =>
  import('../import/ServiceWizard.tsx').then((part) => part.ServiceWizard),
);

const ShareBase = lazyDialog(() => import('./ShareBase.tsx').then((part) => part.ShareBase));

const ExportBase = lazyDialog(() => import('./ExportBase.tsx').then((part) => part.ExportBase));

const HistoryPanel = lazyDialog(() => import('./history/HistoryPanel.tsx').then((part) => part.HistoryPanel));

/** Why a database that was open has closed; null for one that was never accessible. */
function closedText({ name, error }: BaseState): NothingHereProps {
  if (error?.kind === 'forbidden') return { title: 'No longer open to you', text: errorText(error) };
  if (name === '') return {};
  return {
    title: 'No longer open to you',
    text: `“${name}” was open here. It was deleted, or is no longer shared with you.`,
  };
}

const mayShare = ({ role }: BaseState): boolean => can(role, 'share', { type: 'base', trashed: false }).ok;

const nobody = { id: '', name: '', email: '' };

/** The base editor: top bar, tables as tabs, and the selected table. */
export function BasePage({ baseId }: { readonly baseId: string }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [session] = useState(() => new BaseSession(baseId, me?.user ?? nobody));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.open(), [session]);
  usePreload(state.phase === 'open' && mayEditBase(state.role));
  const [naming, setNaming] = useState<Naming | null>(null);
  const [helping, setHelping] = useState<boolean | null>(null);
  const help = useCallback(() => setHelping((open) => open !== true), []);
  const [filled, setFilled] = useState<{ readonly table: Table; readonly source: ImportSource } | null>(null);
  const [history, setHistory] = useState(false);
  const [sharing, setSharing] = useState(false);
  const endSharing = useCallback(() => setSharing(false), []);
  /** Once asked for it stays: a large export takes its time. */
  const [exporting, setExporting] = useState<'asks' | 'asked' | null>(null);
  const { table, select } = useSelectedTable(state.metadata.tables);
  const back = useImportAgain(state.phase === 'open' && mayEditBase(state.role), table, setFilled);
  useEffect(() => {
    if (state.name !== '') document.title = `${state.name} · Weft`;
  }, [state.name]);

  if (state.phase === 'closed')
    return (
      <>
        <main className="flex min-h-dvh">
          <NothingHere {...closedText(state)} />
        </main>
        <SyncErrorDialog refused={state.refused} />
      </>
    );
  if (state.phase === 'failed') return <Failed text={errorText(state.error)} />;
  return (
    // In a window too low for rows, as under a zoom of 400 %, the page scrolls to them.
    <div className="flex h-dvh min-h-90 flex-col overflow-hidden bg-canvas">
      <BaseKeys session={session} onHelp={help} />
      <TopBar
        session={session}
        state={state}
        table={table}
        onHelp={help}
        onImport={(table) => setFilled({ table, source: 'file' })}
        onHistory={() => setHistory(true)}
        onExport={() => setExporting('asks')}
        onShare={mayShare(state) ? () => setSharing(true) : null}
      />
      {state.phase === 'open' && (
        <>
          <OfflineBanner online={state.online} save={state.save} safe={state.safe} />
          <SignedOutBanner session={session} state={state} />
          <TrashedBanner session={session} state={state} />
          {exporting !== null && (
            <ExportBase baseId={baseId} asks={exporting === 'asks'} onClose={() => setExporting('asked')} />
          )}
        </>
      )}
      {state.phase === 'opening' ? (
        <Opening />
      ) : (
        <>
          <TableTabs
            session={session}
            state={state}
            selected={table}
            onSelect={select}
            naming={naming}
            onNaming={setNaming}
            onImport={(table, source) => setFilled({ table, source })}
          />
          <div className="flex min-h-0 flex-1">
            <main className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
              <InterruptedHere
                basePublicId={baseId}
                empty={state.phase === 'open' && table === undefined && mayEditBase(state.role)}
              />
              {table === undefined ? (
                <EmptyState
                  icon={Table2}
                  title="No tables yet"
                  text="Tables hold the records of this database."
                  action={
                    mayEditBase(state.role) && (
                      <Button icon={Plus} onClick={() => setNaming({ table: null })}>
                        Add table
                      </Button>
                    )
                  }
                />
              ) : (
                <TableView key={table.id} session={session} state={state} table={table} />
              )}
            </main>
            {history && (
              <HistoryPanel
                session={session}
                state={state}
                onSelectTable={select}
                onClose={() => setHistory(false)}
              />
            )}
          </div>
        </>
      )}
      {helping !== null && <ShortcutsDialog open={helping} onClose={() => setHelping(false)} />}
      {filled !== null && filled.source !== 'file' && (
        <ServiceWizard
          open
          source={filled.source}
          into={{ basePublicId: baseId, table: filled.table }}
          returnTo={returnPath(filled.table, filled.source)}
          {...back}
          onClose={() => setFilled(null)}
          onImported={() => setFilled(null)}
        />
      )}
      {filled?.source === 'file' && (
        <CsvWizard
          open
          into={{ basePublicId: baseId, table: filled.table }}
          onClose={() => setFilled(null)}
          onImported={() => setFilled(null)}
        />
      )}
      {sharing && <ShareBase baseId={baseId} onClose={endSharing} />}
      <SyncErrorDialog refused={state.refused} />
    </div>
  );
}

function Failed({ text }: { readonly text: string }) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={CloudOff}
        title="Couldn’t open this database"
        text={text}
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      />
    </main>
  );
}
