import { mayEditBase } from '@weft/core';
import { Button, EmptyState } from '@weft/ui';
import { CloudOff, Inbox } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../error-text.ts';
import { OfflineBanner } from '../../session/OfflineBanner.tsx';
import type { Person } from '../../session/person.ts';
import { SaveStatus } from '../../session/SaveStatus.tsx';
import { NothingHere } from '../../shell/pages.tsx';
import { BaseKeys } from '../base/BaseKeys.tsx';
import { BaseSession } from '../base/open/base-session.ts';
import { Opening } from '../base/open/Opening.tsx';
import { SignedOutBanner } from '../base/open/SignedOutBanner.tsx';
import { StepButton } from '../base/open/StepButton.tsx';
import { SyncErrorDialog } from '../base/open/SyncErrorDialog.tsx';
import { TrashedBanner } from '../base/open/TrashedBanner.tsx';
import { TableView } from '../base/TableView.tsx';

const noHelp = () => {};

export interface ResultsTabProps {
  /** Also the id of the base that keeps the answers. */
  readonly flowId: string;
  readonly person: Person;
}

/** The answers: the grid over the form's own base. */
export function ResultsTab({ flowId, person }: ResultsTabProps) {
  const [session] = useState(() => new BaseSession(flowId, person));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.open(), [session]);
  const [table] = state.metadata.tables;
  if (state.phase === 'opening') return <Opening />;
  if (state.phase === 'closed') return <NothingHere />;
  if (state.phase === 'failed')
    return (
      <div className="flex flex-1 items-center justify-center">
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the answers"
          text={errorText(state.error)}
          action={<Button onClick={() => location.reload()}>Try again</Button>}
        />
      </div>
    );
  const canEdit = mayEditBase(state.role);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <BaseKeys session={session} onHelp={noHelp} />
      <OfflineBanner online={state.online} save={state.save} safe={state.safe} />
      <SignedOutBanner session={session} state={state} />
      <TrashedBanner session={session} state={state} />
      {canEdit && (
        <div className="flex h-9 shrink-0 items-center gap-2 border-b bg-sunken ps-4 pe-3">
          <SaveStatus save={state.save} />
          <span className="flex-1" />
          <StepButton way="undo" session={session} state={state} />
          <StepButton way="redo" session={session} state={state} />
        </div>
      )}
      {table === undefined ? (
        <EmptyState
          icon={Inbox}
          title="No answers yet"
          text="Answers appear here as soon as somebody sends one."
        />
      ) : (
        <TableView key={table.id} session={session} state={state} table={table} />
      )}
      <SyncErrorDialog refused={state.refused} />
    </div>
  );
}
