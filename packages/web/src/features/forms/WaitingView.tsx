import { useQuery } from '@tanstack/react-query';
import { Badge, Button, EmptyState, Skeleton, toast } from '@weft/ui';
import { CloudOff, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SentAnswers } from './SentAnswers.tsx';

const keyOf = (flowId: string) => ['form-waiting', flowId];

/** Answers that found no place, who waits longest first; a place that became free is offered to each it suits. */
export function WaitingView({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(flowId),
    queryFn: () => rpc.call('forms.waiting', { flowId }),
    refetchInterval: 30_000,
  });
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (submissionId: string, work: () => Promise<string>) => {
    setBusy(submissionId);
    try {
      toast(await work());
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      await queryClient.invalidateQueries({ queryKey: keyOf(flowId) });
      setBusy(null);
    }
  };
  const takeIn = (submissionId: string) =>
    act(submissionId, async () => {
      const { mailed } = await rpc.call('forms.takeIn', { flowId, submissionId });
      return mailed ? 'Taken in, and told by mail' : 'Taken in. No mail was sent.';
    });
  const remove = (submissionId: string) =>
    act(submissionId, async () => {
      await rpc.call('forms.deleteWaiting', { flowId, submissionId });
      return 'Deleted';
    });
  if (error !== null && data === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load the waiting list"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton className="m-8 h-40" />;
  if (data.waiting.length === 0)
    return (
      <EmptyState
        icon={Hourglass}
        title="Nobody is waiting"
        text="Answers that find no place wait here, if the form keeps a waiting list."
      />
    );
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <div className="mx-auto flex max-w-180 flex-col gap-4">
        <p className="text-small text-text-muted">
          Who waits longest comes first. Delete an answer, or let the form or the choice take more, and a
          place is free.
        </p>
        <ul className="flex flex-col gap-4">
          {data.waiting.map(({ submissionId, sentAt, waitsFor, isFree, answers }) => (
            <li key={submissionId} className="rounded-lg border px-5 py-4">
              <p className="flex flex-wrap items-center gap-2 text-small text-text-muted">
                <span>
                  Sent <Moment at={sentAt} inside /> · Was full:{' '}
                  {waitsFor.join(', ') || 'a choice that is gone'}
                </span>
                {isFree && <Badge tone="success">A place is free</Badge>}
              </p>
              <SentAnswers answers={answers} />
              {canEdit && (
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    variant={isFree ? 'primary' : 'secondary'}
                    disabled={!isFree}
                    loading={busy === submissionId}
                    onClick={() => void takeIn(submissionId)}
                  >
                    Take in
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    disabled={busy === submissionId}
                    onClick={() => void remove(submissionId)}
                  >
                    Delete
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
