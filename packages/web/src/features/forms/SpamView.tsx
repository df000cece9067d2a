import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@weft/ui';
import { ShieldCheck } from 'lucide-react';
import { rpc } from '../../rpc.ts';
import { SentList, useActOnSent } from './SentList.tsx';

const kept =
  'Spam is removed after 60 days, or with the answers of the form where it keeps them for fewer. Of more than 500 the oldest goes.';

/** What was taken for spam: it is looked at, and becomes an answer or goes. */
export function SpamView({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const queryKey = ['form-spam', flowId];
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      rpc.call('forms.spam', { flowId, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { busy, act } = useActOnSent(queryKey);
  const accept = (submissionId: string) =>
    act(submissionId, async () => {
      const { waiting } = await rpc.call('forms.acceptSpam', { flowId, submissionId });
      return waiting ? 'The form is full: it is on the waiting list' : 'Taken as an answer';
    });
  const remove = (submissionId: string) =>
    act(submissionId, async () => {
      await rpc.call('forms.deleteSpam', { flowId, submissionId });
      return 'Deleted';
    });
  return (
    <SentList
      sent={data?.pages.flatMap(({ spam }) => spam)}
      {...{ error, refetch, more }}
      intro={<p className="text-base text-text-muted">{kept}</p>}
      name="the spam"
      empty={{
        icon: ShieldCheck,
        title: 'No spam',
        text: `What looks like spam is kept here, and counts nowhere. ${kept}`,
      }}
      about={({ sentAt, reasons }) => (
        <p>
          <time dateTime={sentAt}>{new Date(sentAt).toLocaleString()}</time> · {reasons.join('. ')}.
        </p>
      )}
      actions={
        canEdit
          ? ({ submissionId }) => (
              <>
                <Button size="sm" loading={busy === submissionId} onClick={() => void accept(submissionId)}>
                  Not spam
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
