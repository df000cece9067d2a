import { useQuery } from '@tanstack/react-query';
import { Button, EmptyState, Skeleton } from '@weft/ui';
import { CloudOff, Hourglass } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SentAnswers } from './SentAnswers.tsx';

/** Answers that people have begun and not finished, with what they have sent so far. */
export function UnfinishedView({ flowId }: { readonly flowId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['form-unfinished', flowId],
    queryFn: () => rpc.call('forms.unfinished', { flowId }),
    refetchInterval: 30_000,
  });
  if (error !== null && data === undefined)
    return (
      <EmptyState
        icon={CloudOff}
        title="Couldn’t load the answers in progress"
        text={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton className="m-8 h-40" />;
  if (data.unfinished.length === 0)
    return (
      <EmptyState
        icon={Hourglass}
        title="Nothing in progress"
        text="Answers that people begin and do not finish are here for 30 days."
      />
    );
  return (
    <div className="flex-1 overflow-y-auto px-8 py-6 max-sm:px-4">
      <ul className="mx-auto flex max-w-180 flex-col gap-4">
        {data.unfinished.map(({ submissionId, startedAt, updatedAt, answers }) => (
          <li key={submissionId} className="rounded-lg border px-5 py-4">
            <p className="text-small text-text-muted">
              Begun <Moment at={startedAt} inside />, changed <Moment at={updatedAt} inside />
            </p>
            <SentAnswers answers={answers} />
          </li>
        ))}
      </ul>
    </div>
  );
}
