import { useNavigate } from '@tanstack/react-router';
import { mayEditBase } from '@weft/core';
import type { Content } from '@weft/documents';
import { certificateOf, ownFieldIds, pagesOf, questionsOf, questionType } from '@weft/forms';
import { Button, EmptyState, Menu, SegmentedControl, Select, toast } from '@weft/ui';
import type { CheckedItem } from '@weft/ui/grid';
import { CloudOff, Download, Inbox, Star, Tags } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNarrow } from '../../editor/use-narrow.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
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
import { downloadPayments, downloads, downloadTable, type Format } from '../base/tabs/download-table.ts';
import { useSelectedView } from '../base/views/use-selected-view.ts';
import { PaymentsView } from './payments/PaymentsView.tsx';
import { AnswerImport } from './results/AnswerImport.tsx';
import { AnswerPage } from './results/AnswerPage.tsx';
import { answerItems } from './results/answer-items.ts';
import { Marks } from './results/marks.ts';
import { useRemovedQuestions } from './results/removed-questions.ts';
import { TagsDialog } from './results/TagsDialog.tsx';
import { SpamView } from './SpamView.tsx';
import { SummaryView } from './SummaryView.tsx';
import { cappedCount, useMarkRead, useSessionCounts } from './session-counts.ts';
import { UnfinishedView } from './UnfinishedView.tsx';
import { WaitingView } from './WaitingView.tsx';

const noHelp = () => {};

const noAnswers = (
  <EmptyState icon={Inbox} title="No answers yet" text="Answers appear here as soon as somebody sends one." />
);

export interface ResultsTabProps {
  /** Also the id of the base that keeps the answers. */
  readonly flowId: string;
  readonly person: Person;
  /** What the form asks now. */
  readonly content: Content;
  /** The answer that the address names. */
  readonly answerId: string | undefined;
  readonly hasWaitingList: boolean;
}

const parts = [
  { value: 'list', label: 'List' },
  { value: 'summary', label: 'Summary' },
  { value: 'unfinished', label: 'In progress' },
  { value: 'payments', label: 'Payments' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'spam', label: 'Spam' },
] as const;
type Part = (typeof parts)[number]['value'];

type Counts = NonNullable<ReturnType<typeof useSessionCounts>>['sessionCounts'];

/** 'Spam 3': what waits apart from the answers says how much it is. */
function labelOf(part: Part, label: string, counts: Counts | undefined): string {
  const count = {
    ...{ list: 0, summary: 0, payments: 0, unfinished: counts?.in_progress ?? 0 },
    ...{ waiting: counts?.waiting ?? 0, spam: counts?.spam ?? 0 },
  }[part];
  return count === 0 ? label : `${label} ${cappedCount(count)}`;
}

interface PartChoiceProps {
  readonly value: Part;
  readonly parts: readonly { readonly value: Part; readonly label: string }[];
  readonly onChange: (part: Part) => void;
}

/** What of the results is shown; on a phone there is room for one name alone. */
function PartChoice({ value, parts: shown, onChange }: PartChoiceProps) {
  const isNarrow = useNarrow();
  if (isNarrow) return <Select label="Results" size="sm" value={value} options={shown} onChange={onChange} />;
  return (
    <div className="min-w-0 overflow-x-auto whitespace-nowrap">
      <SegmentedControl label="Results" value={value} segments={shown} onChange={onChange} />
    </div>
  );
}

/** The answers: the grid over the form's own base. */
export function ResultsTab({ flowId, person, content, answerId, hasWaitingList }: ResultsTabProps) {
  const [chosen, setPart] = useState<Part>('list');
  // An answer stands over the list, which knows the ones before and after it.
  const part = answerId === undefined ? chosen : 'list';
  const [session] = useState(() => new BaseSession(flowId, person));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.open(), [session]);
  const [table] = state.metadata.tables;
  const { view } = useSelectedView(table);
  const navigate = useNavigate();
  const goTo = (recordId: string | undefined) =>
    void navigate({
      to: recordId === undefined ? paths.editor(flowId, 'results') : paths.answer(flowId, recordId),
      search: ({ record: _, ...address }: { readonly record?: string }) => address,
    });
  const [tagged, setTagged] = useState<readonly string[] | null>(null);
  const marks = table && view && new Marks(session, flowId, table.id, view.id);
  const checkedItems: readonly CheckedItem[] | undefined = marks && [
    {
      label: 'Star',
      icon: Star,
      onSelect: (ids) =>
        void marks.star(ids).catch((error: unknown) => toast(errorText(error), { tone: 'error' })),
    },
    { label: 'Tags', icon: Tags, onSelect: setTagged },
  ];
  const counts = useSessionCounts(flowId)?.sessionCounts;
  const fixedFieldIds = useMemo(() => new Set(ownFieldIds(flowId)), [flowId]);
  const lastColumns = useRemovedQuestions(flowId, table, content);
  useMarkRead(
    flowId,
    state.phase === 'open' && mayEditBase(state.role) && part !== 'spam' && part !== 'waiting',
  );
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
  const waits = hasWaitingList || part === 'waiting' || (counts?.waiting ?? 0) > 0;
  const takesPayments = questionsOf(content).some(({ type }) => questionType(type).takesPayment === true);
  const branches = pagesOf(content).some(({ rules, next }) => rules.length > 0 || next !== null);
  const shownParts = parts.filter(({ value }) => {
    if (value === 'payments') return takesPayments || part === 'payments';
    return value !== 'waiting' || waits;
  });
  /** Texts that a spreadsheet would compute stay texts. */
  const exportShown = async (format: Format) => {
    if (part === 'payments') return downloadPayments(flowId, format);
    if (table !== undefined)
      await downloadTable(flowId, table, undefined, format, session.env.timeZone, 'escape');
  };
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <BaseKeys session={session} onHelp={noHelp} />
      <OfflineBanner online={state.online} save={state.save} safe={state.safe} />
      <SignedOutBanner session={session} state={state} />
      <TrashedBanner session={session} state={state} />
      <div className="flex h-11 shrink-0 items-center gap-2 border-b bg-sunken px-3">
        <PartChoice
          value={part}
          parts={shownParts.map(({ value, label }) => ({ value, label: labelOf(value, label, counts) }))}
          onChange={setPart}
        />
        {canEdit && part === 'list' && (
          <>
            <SaveStatus save={state.save} />
            <span className="flex-1" />
            <StepButton way="undo" session={session} state={state} />
            <StepButton way="redo" session={session} state={state} />
          </>
        )}
        {!(canEdit && part === 'list') && <span className="flex-1" />}
        {(table !== undefined || part === 'payments') && (
          <Menu
            align="end"
            trigger={
              <Button icon={Download} className="shrink-0">
                Export
              </Button>
            }
            items={downloads.map(({ format, label, icon }) => ({
              label: label.replace('Download ', '').replace('…', ''),
              icon,
              onSelect: () => void exportShown(format),
            }))}
          />
        )}
      </div>
      <AnswerImport flowId={flowId} canEdit={canEdit} />
      {part === 'summary' && <SummaryView flowId={flowId} branches={branches} />}
      {part === 'unfinished' && <UnfinishedView flowId={flowId} />}
      {part === 'payments' && <PaymentsView flowId={flowId} canEdit={canEdit} />}
      {part === 'waiting' && <WaitingView flowId={flowId} canEdit={canEdit} />}
      {part === 'spam' && <SpamView flowId={flowId} canEdit={canEdit} />}
      {part === 'list' && table === undefined && noAnswers}
      {part === 'list' && table !== undefined && (
        <div className="flex min-h-0 flex-1 flex-col" inert={answerId !== undefined}>
          <TableView
            key={table.id}
            {...{ session, state, table, checkedItems, lastColumns, fixedFieldIds }}
            recordItems={(recordId) =>
              answerItems(flowId, recordId, session.env.timeZone, certificateOf(content) !== null)
            }
            onOpenRecord={goTo}
            noneYet={noAnswers}
          />
        </div>
      )}
      {answerId !== undefined && table !== undefined && view !== undefined && (
        <AnswerPage
          {...{ session, state, flowId, table, view, content, fixedFieldIds }}
          recordId={answerId}
          onGo={goTo}
          onClose={() => goTo(undefined)}
        />
      )}
      {tagged !== null && table !== undefined && marks !== undefined && (
        <TagsDialog
          {...{ session, flowId, table, marks }}
          recordIds={tagged}
          onClose={() => setTagged(null)}
        />
      )}
      <SyncErrorDialog refused={state.refused} />
    </div>
  );
}
