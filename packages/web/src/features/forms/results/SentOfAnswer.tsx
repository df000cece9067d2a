import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, toast } from '@weft/ui';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';

const keyOf = (flowId: string, recordId: string) => ['form-answer', flowId, recordId];

const kindNames = {
  mail: 'Mail',
  webhook: 'Webhook',
  database: 'Database',
  integration: 'Integration',
} as const;
const stateNames = {
  kept: 'Kept in the outbox',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Given up',
  skipped: 'Not sent',
} as const;

/** What a person is told once mails went out again. */
function saidOf({ toOwner, toRespondent }: { readonly toOwner: boolean; readonly toRespondent: boolean }) {
  if (toOwner && toRespondent) return 'Mails to the owner and to whoever answered are on their way';
  return toOwner ? 'The mail to the owner is on its way' : 'The mail to whoever answered is on its way';
}

/** How an answer came, and what was sent of it: its mails can be sent once more. */
export function SentOfAnswer({ flowId, recordId }: { readonly flowId: string; readonly recordId: string }) {
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(flowId, recordId),
    queryFn: () => rpc.call('forms.answer', { flowId, recordId }),
  });
  const resend = async () => {
    setBusy(true);
    try {
      toast(saidOf(await rpc.call('forms.resendMails', { flowId, recordId })));
      await queryClient.invalidateQueries({ queryKey: keyOf(flowId, recordId) });
    } catch (refused) {
      toast(errorText(refused), { tone: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="Sent" className="flex flex-col gap-3">
      <h3 className="font-semibold text-body">Sent</h3>
      {error !== null && data === undefined && (
        <div role="alert" className="flex flex-col items-start gap-2 text-base text-text-muted">
          {errorText(error)}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {error === null && data === undefined && <Skeleton className="h-16" />}
      {data?.session === null && (
        <p className="text-base text-text-muted">Added in the results: nobody sent it.</p>
      )}
      {data?.session != null && (
        <p className="text-base text-text-muted">
          Sent <Moment at={data.session.submittedAt} inside />
          {data.session.version !== null && `, to version ${data.session.version}`}
          {data.session.points !== null && `, with ${data.session.points} points`}.
        </p>
      )}
      {data !== undefined && data.sent.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.sent.map(({ id, kind, to, title, state, answer, createdAt }) => (
            <li key={id} className="min-w-0">
              <p className="truncate text-base" title={kind === 'mail' ? title : to}>
                {kindNames[kind]}
                {kind === 'mail' && ` · ${title}`}
              </p>
              <p className="wrap-anywhere text-small text-text-muted">
                <span className={state === 'failed' ? 'text-danger-text' : undefined}>
                  {stateNames[state]}
                </span>
                {kind !== 'database' && `, ${to}`} · <Moment at={createdAt} inside />
                {state !== 'sent' && answer !== null && ` · ${answer}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {data?.session != null && (
        <div>
          <Button size="sm" icon={MailPlus} loading={busy} onClick={() => void resend()}>
            Send mails again
          </Button>
        </div>
      )}
    </section>
  );
}
