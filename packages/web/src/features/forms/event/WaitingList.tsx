import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { Badge, IconButton } from '@weft/ui';
import { X } from 'lucide-react';
import { rpcQuery } from '../../../api.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { type OwnClock, useOwnClock } from './booking-text.ts';

type Wait = CallOutput<'scheduling.waiting'>['waiting'][number];

const states = {
  waiting: { tone: 'neutral', label: 'Waits' },
  offered: { tone: 'accent', label: 'Asked' },
  missed: { tone: 'neutral', label: 'Did not answer' },
  booked: { tone: 'success', label: 'Booked' },
} as const;

const wanted = ({ from, to }: Wait, { clockText, dayText }: OwnClock): string =>
  to - from === 1 ? `${dayText(from)}, ${clockText(from)}` : `${dayText(from)}, any time`;

/** Who waits for times that are taken, in their turn; nothing while nobody does. */
export function WaitingList({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const key = ['booking-waits', flowId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => rpcQuery('scheduling.waiting', { flowId }),
    refetchInterval: 30_000,
  });
  const { submit } = useSubmission({ toasts: true });
  const clock = useOwnClock();
  const waiting = data?.waiting ?? [];
  if (waiting.length === 0) return null;
  const remove = (waitId: string) =>
    void submit(async () => {
      await rpc.call('scheduling.removeWaiting', { flowId, waitId });
      await queryClient.invalidateQueries({ queryKey: key });
    });
  return (
    <section className="mb-6" aria-label="Waiting list">
      <h3 className="mb-2 font-semibold text-base text-text-muted">Waiting list</h3>
      <ul className="divide-y divide-line-subtle rounded-lg border">
        {waiting.map((wait) => (
          <li key={wait.id} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{wait.name}</p>
              <p className="truncate text-small text-text-muted">
                {wait.email} · {wanted(wait, clock)}
                {wait.offeredUntil !== null && ` · asked until ${clock.clockText(wait.offeredUntil)}`}
              </p>
            </div>
            <Badge tone={states[wait.state].tone}>{states[wait.state].label}</Badge>
            {canEdit && wait.state !== 'booked' && (
              <IconButton
                plain
                icon={X}
                label={`Take ${wait.name} off the waiting list`}
                onClick={() => remove(wait.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
