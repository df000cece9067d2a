import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { canCreateDatabase, workspaceRefusals } from '@weft/core';
import { Button, Icon, lazyPart, Menu } from '@weft/ui';
import {
  ArrowDownNarrowWide,
  CalendarDays,
  ClipboardList,
  Database,
  FileUp,
  LayoutGrid,
  ListFilter,
  PanelsTopLeft,
  Plus,
  Rows3,
  Search,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Workspace } from '../../api.ts';
import { paths } from '../../paths.ts';
import {
  flowsQuery,
  interruptedImportsQuery,
  meQuery,
  placesQuery,
  queryClient,
  recentQuery,
} from '../../queries.ts';
import { type HomeSearch as HomeSearchParts, withoutOnceParts } from '../../shell/home-address.ts';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { NoAccess } from '../../shell/pages.tsx';
import { usePageCommands } from '../../shell/palette/page-commands.ts';
import { useDebounced } from '../../shell/use-debounced.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { withTemporal } from '../../shell/with-temporal.ts';
import { FlowListing } from './FlowListing.tsx';
import { HomeSearch } from './HomeSearch.tsx';
import { homeList, offeredKinds, type SortLabel, sorts, thingsOf } from './home-list.ts';
import { ListingTools, roundOnPhones } from './ListingTools.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFlowMenu } from './use-flow-menu.tsx';
import { useHomeSettings } from './use-home-settings.ts';
import { WorkspaceMenu } from './workspaces/WorkspaceMenu.tsx';

const InterruptedImports = lazyPart(
  () =>
    withTemporal(() => import('../import/InterruptedImports.tsx')).then((part) => part.InterruptedImports),
  () => null,
);

/** Only an empty home has them. */
const FirstSteps = lazyPart(
  () => import('./FirstSteps.tsx').then((part) => part.FirstSteps),
  () => null,
);

// Dialogs come when they are asked for: the page itself must be small.
const CreateDialog = lazyDialog(() => import('./CreateDialog.tsx').then((part) => part.CreateDialog));
const ImportFlowDialog = lazyDialog(() =>
  import('./ImportFlowDialog.tsx').then((part) => part.ImportFlowDialog),
);
const CsvWizard = lazyDialog(() =>
  withTemporal(() => import('../import/CsvWizard.tsx')).then((part) => part.CsvWizard),
);

/** True from the first time it was. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever;
}

/** Whether the address asks for the create dialog; it opens once and the address is plain again. */
function useAskedToCreate() {
  const { newDatabaseModal, airtableImport, googleSheetsImport, connectError, connected } = useSearch({
    strict: false,
  }) as HomeSearchParts;
  const { history } = useRouter();
  const { pathname, searchStr } = useLocation();
  const [open, setOpen] = useState(newDatabaseModal === 'open');
  const [begins, setBegins] = useState<{
    readonly [K in keyof HomeSearchParts]?: HomeSearchParts[K] | undefined;
  }>({
    airtableImport,
    googleSheetsImport,
    connectError,
    connected,
  });
  useEffect(() => {
    const plain = withoutOnceParts(searchStr);
    if (plain === null) return;
    if (newDatabaseModal === 'open') setOpen(true);
    if (airtableImport || googleSheetsImport)
      setBegins({ airtableImport, googleSheetsImport, connectError, connected });
    history.replace(`${pathname}${plain}`);
  }, [
    newDatabaseModal,
    airtableImport,
    googleSheetsImport,
    connectError,
    connected,
    history,
    pathname,
    searchStr,
  ]);
  const close = () => {
    setOpen(false);
    // It was said: opened again, the dialog begins anew.
    setBegins({});
  };
  return { open, show: () => setOpen(true), close, begins };
}

export interface HomeViewProps {
  /** Null: everything one may see, wherever it lies. */
  readonly workspace: Workspace | null;
}

/** Home, or one workspace: what is in it, found, sorted and made. */
export function HomeView({ workspace }: HomeViewProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), 200);
  const { open: creating, show: showCreate, close: closeCreate, begins } = useAskedToCreate();
  const everCreated = useEver(creating);
  const [dropped, setDropped] = useState<readonly File[] | null>(null);
  const [choosesCsv, setChoosesCsv] = useState(false);
  const [importing, setImporting] = useState<{ readonly dropped?: File } | null>(null);
  const menu = useFlowMenu();
  const over = useFileDrop(
    !creating && !choosesCsv && !menu.isOpen && dropped === null && importing === null,
    (files) => {
      const [file] = files;
      if (file !== undefined && files.length === 1 && /\.zip$/i.test(file.name))
        setImporting({ dropped: file });
      else setDropped(files);
    },
  );
  const navigate = useNavigate();
  const settings = useHomeSettings();
  const { data: me } = useQuery(meQuery);
  const { data: places } = useQuery(placesQuery);
  const { data: interrupted = [] } = useQuery(interruptedImportsQuery);
  // It stays when the last one is resumed: it shows the import on its way.
  const wasInterrupted = useRef(false);
  if (interrupted.length > 0) wasInterrupted.current = true;
  const title = workspace?.name ?? 'Home';
  usePageTitle(title);

  const { kind, label, things } = settings.filter;
  const hasRecent = workspace === null && wanted === '';
  const { data: recent, error: noRecent } = useQuery({
    ...recentQuery(kind),
    enabled: hasRecent,
    placeholderData: keepPreviousData,
  });
  const listOf = (text: string) => homeList(settings, workspace?.id ?? null, text);
  /** What is typed may not be listed yet: the server is asked. */
  const openOnlyMatch = async () => {
    if (search.trim() === '') return;
    const { pages } = await queryClient.fetchInfiniteQuery(flowsQuery(listOf(search.trim())));
    const [only, ...others] = pages[0]?.flows ?? [];
    if (only !== undefined && others.length === 0) await navigate({ to: paths.flow(only) });
  };
  const mayWrite = workspace === null || workspace.accessLevel === 'write';
  const mayMakeDatabases = me?.rights.createDatabase ?? false;
  // Who may only read here sees what is made here, and why it isn't by them.
  const refused = !mayWrite && { disabled: true, reason: workspaceRefusals.write };
  const newScheduling = () => void navigate({ to: paths.newFlow('scheduling', workspace?.slug) });
  const create =
    kind === 'scheduling' && mayWrite ? (
      <Button variant="primary" icon={Plus} size="lg" onClick={newScheduling}>
        Scheduling form
      </Button>
    ) : (
      <Menu
        align="end"
        onOpenChange={(open) => open && mayWrite && CreateDialog.preload()}
        trigger={
          <Button variant="primary" icon={Plus} size="lg" className={roundOnPhones}>
            <span className="max-sm:sr-only">Create</span>
          </Button>
        }
        items={[
          {
            label: 'Form',
            icon: ClipboardList,
            onSelect: () => void navigate({ to: paths.newFlow('forms', workspace?.slug) }),
            ...refused,
          },
          { label: 'Scheduling', icon: CalendarDays, onSelect: newScheduling, ...refused },
          {
            label: 'Zite',
            icon: PanelsTopLeft,
            onSelect: () => void navigate({ to: paths.newFlow('zite', workspace?.slug) }),
            ...refused,
          },
          ...(mayMakeDatabases
            ? [{ label: 'Database', icon: Database, onSelect: showCreate, ...refused }]
            : []),
          'separator' as const,
          { label: 'Import from a file', icon: FileUp, onSelect: () => setImporting({}), ...refused },
        ]}
      />
    );
  usePageCommands([
    settings.asTable
      ? {
          id: 'look',
          label: 'Show as cards',
          icon: LayoutGrid,
          run: () => void settings.set('columnView', false),
        }
      : { id: 'look', label: 'Show as table', icon: Rows3, run: () => void settings.set('columnView', true) },
    ...(Object.keys(sorts) as SortLabel[])
      .filter((label) => label !== settings.sort)
      .map((label) => ({
        id: `sort-${sorts[label]}`,
        label: `Sort by ${label.toLowerCase()}`,
        icon: ArrowDownNarrowWide,
        run: () => void settings.set('sort', label),
      })),
  ]);
  const all = kind === 'all' && wanted === '';
  // The address asks for what only writers make here.
  if (creating && !mayWrite) return <NoAccess text={workspaceRefusals.write} />;
  const allowed = canCreateDatabase(mayMakeDatabases);
  if (creating && me !== undefined && !allowed.ok) return <NoAccess text={allowed.error.message} />;
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="min-w-0 truncate font-semibold text-title">{title}</h1>
        {workspace !== null && <WorkspaceMenu workspace={workspace} />}
        <span className="flex-1" />
        <HomeSearch
          label={`Search ${title}`}
          value={search}
          onChange={setSearch}
          onEnter={() => void openOnlyMatch()}
        />
        <Menu
          align="end"
          trigger={
            <Button variant="quiet" icon={ListFilter}>
              {label}
            </Button>
          }
          items={offeredKinds.map((one) => ({
            label: one.label,
            checked: one.kind === kind,
            onSelect: () => void settings.set('typeFilter', one.kind),
          }))}
        />
        <ListingTools settings={settings} />
        {create}
      </header>
      <div className="flex-1 pb-21">
        {wasInterrupted.current && (
          <div className="px-8 pt-6 max-sm:px-4">
            <InterruptedImports
              imports={interrupted}
              onImported={(id) => void navigate({ to: paths.database(id) })}
            />
          </div>
        )}
        <FlowListing
          list={listOf(wanted)}
          title={(flows) => `${workspace === null ? 'Your' : 'All'} ${thingsOf(settings.filter, flows)}`}
          count={all ? (workspace === null ? places?.itemCount : workspace.itemCount) : undefined}
          recent={hasRecent ? (recent ?? (noRecent === null ? 'loading' : undefined)) : undefined}
          asTable={settings.asTable}
          menu={menu}
          empty={
            wanted !== ''
              ? {
                  icon: Search,
                  title: 'No results found.',
                  text: `${kind === 'all' ? 'Nothing here' : `None of the ${things} here`} is called “${wanted}”.`,
                  ...(kind !== 'all' && {
                    action: (
                      <Button onClick={() => void settings.set('typeFilter', 'all')}>Search in all</Button>
                    ),
                  }),
                }
              : workspace !== null && kind === 'all'
                ? {
                    icon: Database,
                    title: settings.asTable ? 'Empty workspace' : 'Workspace empty',
                    text: mayWrite ? 'Press create to get started.' : '',
                    ...(settings.asTable &&
                      mayWrite &&
                      mayMakeDatabases && {
                        action: <Button onClick={showCreate}>Create database</Button>,
                      }),
                  }
                : {
                    icon: Database,
                    title: `No ${kind === 'all' ? 'items' : things} yet`,
                    text: 'Press create to get started.',
                    ...(mayMakeDatabases && { action: <FirstSteps onImport={() => setChoosesCsv(true)} /> }),
                  }
          }
        />
      </div>
      {over && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-2 z-(--w-z-bar) flex flex-col items-center justify-center gap-3 rounded-lg border-2 border-accent border-dashed bg-accent-tint/95 font-medium text-accent-text text-lead"
        >
          <Icon of={FileUp} size={24} />
          Drop a CSV or Excel file to import it, or an exported ZIP file
        </div>
      )}
      {(dropped !== null || choosesCsv) && (
        <CsvWizard
          open
          dropped={dropped}
          workspaceId={mayWrite ? (workspace?.id ?? null) : null}
          onClose={() => {
            setDropped(null);
            setChoosesCsv(false);
          }}
          onImported={(id) => void navigate({ to: paths.database(id) })}
        />
      )}
      {importing !== null && (
        <ImportFlowDialog
          dropped={importing.dropped}
          workspaceId={mayWrite ? (workspace?.id ?? null) : null}
          onClose={() => setImporting(null)}
        />
      )}
      {menu.parts}
      {everCreated && (
        <CreateDialog
          open={creating}
          workspaceId={mayWrite ? (workspace?.id ?? null) : null}
          stage={
            begins.airtableImport
              ? 'airtable-import'
              : begins.googleSheetsImport
                ? 'googlesheets-import'
                : null
          }
          connectError={begins.connectError ?? null}
          connected={begins.connected ?? null}
          onClose={closeCreate}
        />
      )}
    </>
  );
}
