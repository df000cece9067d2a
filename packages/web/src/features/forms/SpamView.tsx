import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Skeleton, toast } from '@weft/ui';
import { CloudOff, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { SentAnswers } from './SentAnswers.tsx';

const keyOf = (flowId: string) => ['form-spam', flowId];

/** What was taken for spam: it is looked at, and becomes an answer or goes. */
export function SpamView({ flowId, canEdit }: { readonly flowId: string; readonly canEdit: boolean }) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(flowId),
    queryFn: () => rpc.call('forms.spam', { flowId }),
  });
  const [busy, setBusy] = useState<string | null>(null);
  const judge = async (submissionId: string, act: () => Promise<string>) => {
    setBusy(submissionId);
    try {
      toast(await act());
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      await queryClient.invalidateQueries({ queryKey: keyOf(flowId) });
      setBusy(null);
    }
  };
  const accept = (submissionId: string) =>
    judge(submissionId, async () => {
      const { waiting } = await rpc.call('forms.acceptSpam', { flowId, submissionId });
      return waiting ? 'The form is full: it is on the waiting list' : 'Taken as an answer';
    });
  const remove = (submissionId: string) =>
    judge(submissionId, async () => {
      await rpc.call('forms.deleteSpam', { flowId, submissionId });
      return 'Deleted';
    });
  if (error !== null && data === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load the spam"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton className="m-8 h-40" />;
  if (data.spam.length === 0)
    return (
      <EmptyState
        icon={ShieldCheck}
        title="No spam"
        text="What looks like spam is kept here for 60 days, and counts nowhere."
      />
    );
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <ul className="mx-auto flex max-w-180 flex-col gap-4">
        {data.spam.map(({ submissionId, sentAt, reasons, answers }) => (
          <li key={submissionId} className="rounded-lg border px-5 py-4">
            <p className="text-small text-text-muted">
              <time dateTime={sentAt}>{new Date(sentAt).toLocaleString()}</time> · {reasons.join('. ')}.
            </p>
            <SentAnswers answers={answers} />
            {canEdit && (
              <div className="flex gap-2">
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
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
