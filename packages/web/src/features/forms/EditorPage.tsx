import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { eventOf, questionsOf, questionType } from '@weft/forms';
import { Button, EmptyState } from '@weft/ui';
import { CloudOff } from 'lucide-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { RefusedBanner } from '../../editor/RefusedBanner.tsx';
import { ReplacedBanner } from '../../editor/ReplacedBanner.tsx';
import { useNarrow } from '../../editor/use-narrow.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { OfflineBanner } from '../../session/OfflineBanner.tsx';
import { NothingHere, PageLoading } from '../../shell/pages.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { EditorTopBar } from './EditorTopBar.tsx';
import { EditTab } from './EditTab.tsx';
import { type EditView, editViews, tabsOf } from './editor-tabs.ts';
import { BookingsTab, EventTab, TimesView } from './event/lazy-event-tabs.ts';
import type { SettingPart } from './event/time-reasons.ts';
import { FormSession } from './form-session.ts';
import { IntegrationsTab } from './IntegrationsTab.tsx';
import { ResultsTab } from './lazy-results-tab.ts';
import { NameProposals } from './NameProposals.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { ShareTab } from './ShareTab.tsx';
import { useQuestionList } from './use-question-list.ts';

const nobody = { id: '', name: '', email: '' };

export interface EditorPageProps {
  readonly flowId: string;
  /** As the address says it. */
  readonly tab: string;
  /** Of the results. */
  readonly answerId: string | undefined;
}

/** The editor of a form: its frame, and the tab that the address names. */
export function EditorPage({ flowId, tab, answerId }: EditorPageProps) {
  const { data: me } = useSuspenseQuery(meQuery);
  const person = me?.user ?? nobody;
  const [session] = useState(() => new FormSession(flowId, person));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  const narrow = useNarrow();
  const list = useQuestionList(session);
  const navigate = useNavigate();
  const { view: named } = useSearch({ from: '/editor/$flowId/$tab/{-$answerId}' });
  const view = editViews.find((each) => each === named) ?? 'pages';
  const setView = useCallback(
    (next: EditView) =>
      void navigate({
        to: paths.editor(flowId, 'edit'),
        search: next === 'pages' ? {} : { view: next },
        replace: true,
      }),
    [navigate, flowId],
  );
  const [setting, setSetting] = useState<SettingPart | null>(null);
  const settingShown = useCallback(() => setSetting(null), []);
  const showSetting = (part: SettingPart) => {
    setSetting(part);
    setView('pages');
  };
  const leadTo = async (blockId: string | null) => {
    await navigate({ to: paths.editor(flowId, 'edit') });
    if (blockId !== null) list.show(blockId);
  };
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
          title="Couldn’t open this form"
          text={errorText(state.error)}
          action={<Button onClick={() => location.reload()}>Try again</Button>}
        />
      </main>
    );
  const event = eventOf(state.content);
  const isEventView = event !== null && view !== 'questions' && view !== 'times';
  const tabs = tabsOf(event !== null);
  const known = tabs.find(({ name }) => name === tab);
  // There is no room to edit on a phone, and nothing to edit for who may only look.
  const resultsOnly = !state.canEdit
    ? 'You can read this form, not edit it.'
    : narrow
      ? 'Edit on a wider screen.'
      : null;
  const shown = resultsOnly !== null ? 'results' : (known?.name ?? 'edit');
  if (shown !== tab) return <Navigate to={paths.editor(flowId, shown)} replace />;
  return (
    <div className="relative flex h-dvh min-h-90 flex-col overflow-clip bg-canvas">
      <EditorTopBar
        session={session}
        state={state}
        tab={shown}
        isEvent={event !== null}
        onPreview={() => setView('desktop')}
        onProblem={leadTo}
      />
      <OfflineBanner online={state.online} save={state.save} safe={state.safe} />
      <RefusedBanner session={session} state={state} />
      <ReplacedBanner session={session} />
      <EditorTabs
        flowId={flowId}
        tab={shown}
        view={view}
        onView={setView}
        resultsOnly={resultsOnly}
        tabs={tabs}
        isEvent={event !== null}
      />
      {(shown === 'edit' || shown === 'settings') && <NameProposals content={state.content} />}
      {/* Published pages, in frames of some tabs, have main regions too: a name tells this one from theirs. */}
      <main aria-label="Workbench" className="flex min-h-0 flex-1 bg-surface">
        {shown === 'edit' && event !== null && view === 'times' && (
          <TimesView {...{ flowId, event }} saved={() => session.saved()} onSetting={showSetting} />
        )}
        {shown === 'edit' && event !== null && isEventView && (
          <EventTab session={session} content={state.content} shownFirst={setting} onShown={settingShown} />
        )}
        {shown === 'edit' && (event === null || (view !== 'times' && !isEventView)) && (
          <EditTab {...{ session, state, list, view }} onView={setView} />
        )}
        {shown === 'integrations' && <IntegrationsTab flowId={flowId} content={state.content} />}
        {shown === 'share' && <ShareTab session={session} state={state} />}
        {shown === 'settings' && <SettingsTab session={session} state={state} />}
        {shown === 'results' && event !== null && (
          <BookingsTab
            {...{ flowId, canEdit: state.canEdit }}
            isTurned={event.eventType === 'round_robin'}
            takesPayment={questionsOf(state.content).some(
              ({ type }) => questionType(type).takesPayment === true,
            )}
          />
        )}
        {shown === 'results' && event === null && (
          <ResultsTab
            {...{ flowId, person, answerId, content: state.content }}
            hasWaitingList={state.settings.waitingList}
          />
        )}
      </main>
    </div>
  );
}
