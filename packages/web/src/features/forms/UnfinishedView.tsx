import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { rpc } from '../../rpc.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SentList } from './SentList.tsx';

/** Answers that people have begun and not finished, with what they have sent so far. */
export function UnfinishedView({ flowId }: { readonly flowId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['form-unfinished', flowId],
    queryFn: () => rpc.call('forms.unfinished', { flowId }),
    refetchInterval: 30_000,
  });
  return (
    <SentList
      sent={data?.unfinished}
      {...{ error, refetch }}
      name="the answers in progress"
      empty={{
        icon: Hourglass,
        title: 'Nothing in progress',
        text: 'Answers that people begin and do not finish are here for 30 days.',
      }}
      about={({ startedAt, updatedAt }) => (
        <p>
          Begun <Moment at={startedAt} inside />, changed <Moment at={updatedAt} inside />
        </p>
      )}
    />
  );
}
