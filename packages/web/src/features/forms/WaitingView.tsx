import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from '@weft/ui';
import { Hourglass } from 'lucide-react';
import { rpc } from '../../rpc.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SentList, useActOnSent } from './SentList.tsx';

/** Answers that found no place, who waits longest first; a place that became free is offered to each it suits. */
export function WaitingView({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const queryKey = ['form-waiting', flowId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => rpc.call('forms.waiting', { flowId }),
    refetchInterval: 30_000,
  });
  const { busy, act } = useActOnSent(queryKey);
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
  return (
    <SentList
      sent={data?.waiting}
      {...{ error, refetch }}
      name="the waiting list"
      empty={{
        icon: Hourglass,
        title: 'Nobody is waiting',
        text: 'Answers that find no place wait here, if the form keeps a waiting list.',
      }}
      intro={
        <p className="text-small text-text-muted">
          Who waits longest comes first. Delete an answer, or let the form or the choice take more, and a
          place is free.
        </p>
      }
      about={({ sentAt, waitsFor, isFree }) => (
        <p className="flex flex-wrap items-center gap-2">
          <span>
            Sent <Moment at={sentAt} inside /> · Was full: {waitsFor.join(', ') || 'a choice that is gone'}
          </span>
          {isFree && <Badge tone="success">A place is free</Badge>}
        </p>
      )}
      actions={
        canEdit
          ? ({ submissionId, isFree }) => (
              <>
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
              </>
            )
          : undefined
      }
    />
  );
}
