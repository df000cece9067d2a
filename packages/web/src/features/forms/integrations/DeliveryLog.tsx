import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Button, SegmentedControl } from '@weft/ui';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { cappedCount } from '../session-counts.ts';
import { useAct } from './use-act.ts';

const stateNames = { kept: 'Kept', waiting: 'Waiting', sent: 'Sent', failed: 'Given up' } as const;

export interface DeliveryLogProps {
  readonly flowId: string;
  readonly kind: 'database' | 'webhook';
  readonly title: string;
  readonly hint: string;
}

/** Milliseconds between two looks at the first page: shorter while something waits. */
const pollInterval = { waiting: 5_000, calm: 15_000 };

/** What became of answers that go elsewhere, page by page; those that were given up are sent again, one or all. */
export function DeliveryLog({ flowId, kind, title, hint }: DeliveryLogProps) {
  const [failed, setFailed] = useState(false);
  const queryKey = ['form-deliveries', flowId, kind];
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...queryKey, failed],
    queryFn: ({ pageParam }) =>
      rpc.call('forms.deliveries', {
        ...{ flowId, kind, failed },
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Further pages are of the past: they are not asked for again and again.
    refetchInterval: ({ state: { data: known } }) => {
      if (known === undefined || known.pages.length > 1) return false;
      const waits = known.pages[0]?.deliveries.some(({ state }) => state === 'waiting') === true;
      return waits ? pollInterval.waiting : pollInterval.calm;
    },
  });
  const act = useAct(queryKey);
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const failedCount = data?.pages[0]?.failedCount ?? 0;
  if (deliveries.length === 0 && failedCount === 0 && !failed) return null;
  return (
    <SettingRow title={title} hint={hint}>
      {(failedCount > 0 || failed) && (
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <SegmentedControl
            label={title}
            value={failed ? 'failed' : 'all'}
            segments={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: `Given up ${cappedCount(failedCount)}` },
            ]}
            onChange={(next) => setFailed(next === 'failed')}
          />
          {failedCount > 0 && (
            <Button
              size="sm"
              icon={RotateCw}
              onClick={() => void act(() => rpc.call('forms.replayFailed', { flowId, kind }))}
            >
              Send all again
            </Button>
          )}
        </div>
      )}
      {deliveries.length === 0 && <p className="py-2 text-base text-text-muted">None was given up.</p>}
      <ul className="flex flex-col divide-y">
        {deliveries.map(({ id, to, state, attempts, answer, createdAt }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-base">
                <span className={state === 'failed' ? 'font-medium text-danger-text' : 'font-medium'}>
                  {stateNames[state]}
                </span>{' '}
                · {to}
              </p>
              <p className="wrap-anywhere text-small text-text-muted">
                <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time> ·{' '}
                {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
                {answer !== null && ` · ${answer}`}
              </p>
            </div>
            {state !== 'waiting' && (
              <Button
                size="sm"
                icon={RotateCw}
                onClick={() => void act(() => rpc.call('forms.replayDelivery', { flowId, deliveryId: id }))}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-2">
          <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </SettingRow>
  );
}
