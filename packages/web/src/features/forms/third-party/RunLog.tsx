import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Button, Icon, type IconType, Select, Skeleton, TextInput } from '@weft/ui';
import { CircleAlert, CircleCheck, CircleMinus, Clock, RotateCw, Search, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { useDebounced } from '../../../shell/use-debounced.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { useHost } from './host.ts';
import { type Run, type RunState, runsQuery, thirdPartyKey, thirdPartyQuery } from './queries.ts';
import { attemptWords, leftOut, saidIn } from './run-words.ts';

/** Milliseconds between two looks at the newest runs: shorter while one waits. */
const pollInterval = { waiting: 2_000, calm: 15_000 };

const looks: { readonly [S in RunState]: { readonly icon: IconType; readonly tone: string; word: string } } =
  {
    waiting: { icon: Clock, tone: 'text-text-subtle', word: 'Waiting' },
    sent: { icon: CircleCheck, tone: 'text-success-text', word: 'Sent' },
    failed: { icon: CircleAlert, tone: 'text-danger-text', word: 'Failed' },
    skipped: { icon: CircleMinus, tone: 'text-text-subtle', word: 'Skipped' },
    held: { icon: Clock, tone: 'text-warning-text', word: 'Waits until the connection is signed in again' },
  };

interface RunLogProps {
  readonly flowId: string;
  readonly integrationId: string;
  /** The questions whose answers are written: the first of them names a run. */
  readonly questionIds: ReadonlySet<string>;
  /** Shows what a run was to write, to change it and send it once more. */
  readonly onDetails: (run: Run) => void;
}

/** What became of the answers that went to a service, the newest first. */
export function RunLog({ flowId, integrationId, questionIds, onDetails }: RunLogProps) {
  const { words } = useHost();
  const [state, setState] = useState<RunState | 'all'>('all');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 200);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...runsQuery(flowId, integrationId, {
      ...(state !== 'all' && { state }),
      ...(search !== '' && { search }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data: known } }) => {
      if (known === undefined || known.pages.length > 1) return false;
      const waits = known.pages[0]?.runs.some((run) => run.state === 'waiting') === true;
      return waits ? pollInterval.waiting : pollInterval.calm;
    },
  });
  const failedCount = data?.pages[0]?.failedCount;
  // The list of services counts what failed too, and is told by nobody that a run was sent meanwhile.
  useEffect(() => {
    const listed = queryClient.getQueryData(thirdPartyQuery(flowId).queryKey);
    const known = listed?.integrations.reduce((sum, { failed }) => sum + failed, 0);
    if (failedCount !== undefined && failedCount !== known)
      void queryClient.invalidateQueries({ queryKey: thirdPartyKey(flowId) });
  }, [flowId, failedCount]);
  const { submit } = useSubmission({ toasts: true });
  const replay = (runId: string) =>
    void submit(async () => {
      await rpc.call('integrations.replay', { flowId, runId });
      await refetch();
    });
  const runs = data?.pages.flatMap((page) => page.runs);
  return (
    <section aria-label="Runs" className="flex flex-col">
      <div className="flex items-center gap-2 px-4 pt-3">
        <h3 className="flex-1 font-semibold text-body">Runs</h3>
        <div className="w-32">
          <Select
            quiet
            size="sm"
            label="Which runs"
            value={state}
            options={[
              { value: 'all', label: 'All runs' },
              { value: 'sent', label: 'Sent' },
              { value: 'failed', label: 'Failed' },
              { value: 'waiting', label: 'Waiting' },
              { value: 'held', label: 'Held' },
              { value: 'skipped', label: 'Skipped' },
            ]}
            onChange={setState}
          />
        </div>
      </div>
      <TextInput
        icon={Search}
        size="sm"
        className="mx-4 my-2"
        aria-label="Search runs"
        placeholder="Search runs"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {runs === undefined && error === null && <Skeleton className="mx-4 h-20" />}
      {runs === undefined && error !== null && (
        <p className="px-4 py-2 text-base text-danger-text">
          {errorText(error)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {runs?.length === 0 && (
        <p className="px-4 py-2 text-base text-text-muted">
          {search === '' && state === 'all'
            ? `Each ${words.answer} that is written stands here.`
            : 'No results found.'}
        </p>
      )}
      <ul className="flex flex-col">
        {runs?.map((run) => (
          <RunRow
            key={run.id}
            {...{ run, questionIds }}
            onReplay={() => replay(run.id)}
            onDetails={() => onDetails(run)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          size="sm"
          className="mx-4 my-2 self-start"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </section>
  );
}

function RunRow(props: {
  readonly run: Run;
  readonly questionIds: ReadonlySet<string>;
  readonly onReplay: () => void;
  readonly onDetails: () => void;
}) {
  const { run, questionIds, onReplay, onDetails } = props;
  const { icon, tone, word } = looks[run.state];
  const isLost = run.state === 'failed' || run.state === 'held';
  const who = run.values.find(({ id, text }) => text !== '' && questionIds.has(id))?.text ?? run.title;
  const said = run.answer ?? word;
  const { words, notes, url } = saidIn(said);
  const isPart = run.state === 'sent' && leftOut(said);
  return (
    <li className={`flex gap-2.5 px-4 py-2.5 ${run.state === 'failed' ? 'bg-danger-tint' : ''}`}>
      <Icon
        of={isPart ? TriangleAlert : icon}
        className={`mt-0.5 shrink-0 ${isPart ? 'text-warning-text' : tone}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-base">
          <span className="min-w-0 flex-1 truncate font-medium">{who}</span>
          <span className="shrink-0 text-small text-text-subtle">
            <Moment at={run.createdAt} />
          </span>
        </p>
        <p className={`wrap-anywhere text-small ${isLost ? tone : 'text-text-muted'}`}>
          {url === null ? attemptWords(words, run.attempts) : words}
          {url !== null && (
            <>
              {' '}
              <a className="text-accent-text underline" href={url} target="_blank" rel="noopener noreferrer">
                Open
              </a>
              {notes === '' ? attemptWords('', run.attempts) : `. ${attemptWords(notes, run.attempts)}`}
            </>
          )}
        </p>
        <p className="mt-1 flex gap-1">
          {isLost && (
            <Button size="sm" icon={RotateCw} onClick={onReplay}>
              Replay
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={onDetails}>
            Details
          </Button>
        </p>
      </div>
    </li>
  );
}
