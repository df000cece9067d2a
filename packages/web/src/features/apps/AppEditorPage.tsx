import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Badge, Banner, Button, EmptyState, Skeleton } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { RefusedBanner } from '../../editor/RefusedBanner.tsx';
import { ReplacedBanner } from '../../editor/ReplacedBanner.tsx';
import { TabRow } from '../../editor/TabRow.tsx';
import { useNarrow } from '../../editor/use-narrow.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { OfflineBanner } from '../../session/OfflineBanner.tsx';
import { NothingHere, PageLoading } from '../../shell/pages.tsx';
import { AppTopBar } from './AppTopBar.tsx';
import { appEditing } from './app-editing.ts';
import { appIntegrationsQuery, sourceOf, tablesQuery } from './app-queries.ts';
import { AppSession } from './app-session.ts';
import { appTabs } from './app-tabs.ts';
import { useAppChat } from './chat/use-app-chat.ts';
import { ConnectSource } from './connect/ConnectSource.tsx';
import { DataTab } from './connect/DataTab.tsx';
import { EditTab } from './edit/EditTab.tsx';
import { PreviewPane } from './edit/PreviewPane.tsx';
import { PreviewTools } from './edit/PreviewTools.tsx';
import { type PreviewAs, somebodyNew } from './edit/preview-as.ts';
import { useAppView } from './edit/use-app-view.ts';
import { PeopleTab } from './people/PeopleTab.tsx';
import { peopleQuery } from './people/people-queries.ts';
import { SettingsTab } from './settings/SettingsTab.tsx';

const AppIntegrations = lazy(() =>
  import('./integrations/AppIntegrations.tsx').then((part) => ({ default: part.AppIntegrations })),
);

const nobody = { id: '', name: '', email: '' };

export interface AppEditorPageProps {
  readonly flowId: string;
  /** As the address says it. */
  readonly tab: string | undefined;
  readonly part: string | undefined;
}

/** The editor of an app: its frame, and the tab that the address names. */
export function AppEditorPage({ flowId, tab, part }: AppEditorPageProps) {
  const { data: me } = useSuspenseQuery(meQuery);
  const person = me?.user ?? nobody;
  const [session] = useState(() => new AppSession(flowId, person));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const narrow = useNarrow();
  const navigate = useNavigate();
  const search = useSearch({ from: '/editor/zite/$flowId/{-$tab}/{-$part}' });
  const source = tablesQuery(flowId, sourceOf(state.content));
  const { data, error, refetch } = useQuery({ ...source, enabled: state.phase === 'open' });
  const tables = data?.tables ?? null;
  const { data: integrations = null } = useQuery({
    ...appIntegrationsQuery(flowId),
    enabled: state.phase === 'open' && state.canEdit,
  });
  const editing = useMemo(
    () => appEditing(session, state, tables, integrations),
    [session, state, tables, integrations],
  );
  const view = useAppView(editing);
  const chat = useAppChat(session, state);
  const everybody = peopleQuery(editing);
  const { data: people } = useInfiniteQuery({
    ...everybody,
    enabled: everybody.enabled === true && tables !== null,
  });
  // Undefined: nobody has chosen. What people see who sign in is more than the page where they do.
  const [chosenAs, setAs] = useState<PreviewAs | undefined>(undefined);
  const [first] = people?.pages ?? [];
  const usual = first === undefined ? null : (first.people[0] ?? somebodyNew);
  const as = chosenAs === undefined ? usual : editing.app.users === null ? null : chosenAs;
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [isTried, setTried] = useState(false);
  useEffect(() => session.open(), [session]);
  useEffect(() => {
    if (state.name !== '') document.title = `${state.name} · Weft`;
  }, [state.name]);

  if (state.phase === 'opening') return <PageLoading />;
  if (state.phase === 'closed')
    return (
      <main className="flex min-h-dvh">
        <NothingHere />
      </main>
    );
  if (state.phase === 'failed')
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <EmptyState
          icon={CloudOff}
          title="Couldn’t open this app"
          text={errorText(state.error)}
          action={<Button onClick={() => location.reload()}>Try again</Button>}
        />
      </main>
    );
  // The import of a database comes back to an address of its own after a service's sign-in.
  const isConnecting = tab === 'integrations' && part === 'new';
  // There is no room to edit on a phone, and nothing to edit for who may only look.
  const previewOnly = !state.canEdit
    ? 'You can look at this app, not edit it.'
    : narrow
      ? 'Edit on a wider screen.'
      : null;
  const shown = isConnecting ? 'data' : (appTabs.find(({ name }) => name === tab)?.name ?? 'edit');
  if (shown !== tab && !isConnecting) return <Navigate to={paths.appEditor(flowId, shown)} replace />;
  // Whoever only looks, and a phone, have the preview and the people.
  const isPreview = previewOnly === null ? isTried && shown === 'edit' : shown !== 'people';
  const count = editing.app.users === null ? undefined : people?.pages[0]?.total;
  const leadTo = (id: string | null) => {
    const to = id === null || editing.app.rules.some((rule) => rule.id === id) ? 'data' : 'edit';
    void navigate({ to: paths.appEditor(flowId, id === null ? 'settings' : to) });
    if (id !== null) view.show(id);
  };
  const tools = <PreviewTools {...{ editing, as, device }} onAs={setAs} onDevice={setDevice} />;
  return (
    <div className="relative flex h-dvh min-h-90 flex-col overflow-clip bg-canvas">
      <AppTopBar
        {...{ session, state, editing, isPreview }}
        isEditing={previewOnly === null}
        onPreview={() => {
          setTried(!isPreview);
          if (shown !== 'edit') void navigate({ to: paths.appEditor(flowId, 'edit') });
        }}
        onProblem={leadTo}
      />
      <OfflineBanner online={state.online} save={state.save} safe={state.safe} />
      <RefusedBanner session={session} state={state} />
      <ReplacedBanner session={session} />
      {error !== null && shown !== 'data' && (
        <Banner
          tone="danger"
          className="rounded-none border-x-0"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The tables of the app could not be read: {errorText(error)}
        </Banner>
      )}
      <TabRow
        label="App"
        tab={isPreview ? 'edit' : shown}
        tabs={appTabs
          .filter(({ name }) => previewOnly === null || name === 'edit' || name === 'people')
          .map(({ name, label }) => ({
            ...{ name, label: previewOnly !== null && name === 'edit' ? 'Preview' : label },
            to: paths.appEditor(flowId, name),
            badge: name === 'people' && count !== undefined && (
              <span className="ms-2">
                <Badge>{count.toLocaleString('en')}</Badge>
              </span>
            ),
          }))}
      >
        {previewOnly === null && shown === 'edit' && tools}
      </TabRow>
      {previewOnly !== null && isPreview && (
        <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
          <p className="flex-1 text-small text-text-subtle max-sm:basis-full">{previewOnly}</p>
          {tools}
        </div>
      )}
      {/* The published page, in a frame, has a main region too: a name tells this one from it. */}
      <main aria-label="Workbench" className="flex min-h-0 flex-1 bg-surface">
        {isPreview ? (
          <PreviewPane {...{ session, state, view, as, device }} />
        ) : (
          <>
            {shown === 'edit' && <EditTab {...{ editing, state, view, chat, as, device }} />}
            {shown === 'data' && <DataTab {...{ editing, view, error }} source={data ?? null} />}
            {shown === 'integrations' && (
              <Suspense fallback={<Skeleton className="m-8 h-40 flex-1" />}>
                <AppIntegrations {...{ editing }} view={part} />
              </Suspense>
            )}
            {shown === 'people' && <PeopleTab {...{ editing, state }} />}
            {shown === 'settings' && <SettingsTab {...{ session, state, editing }} />}
          </>
        )}
        {isConnecting && (
          <ConnectSource
            {...{ editing }}
            continued={search.continueImport}
            connected={search.connected ?? null}
            connectError={search.connectError ?? null}
            stays={search.stays !== undefined}
            onClose={() => void navigate({ to: paths.appEditor(flowId, 'data'), replace: true })}
          />
        )}
      </main>
    </div>
  );
}
