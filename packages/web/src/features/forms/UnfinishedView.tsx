import { useInfiniteQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { rpc } from '../../rpc.ts';
import { Moment } from '../../shell/Moment.tsx';
import { SentList } from './SentList.tsx';

/** Answers that people have begun and not finished, with what they have sent so far. */
export function UnfinishedView({ flowId }: { readonly flowId: string }) {
  const { data, error, refetch, ...more } = useInfiniteQuery({
    queryKey: ['form-unfinished', flowId],
    queryFn: ({ pageParam }) =>
      rpc.call('forms.unfinished', { flowId, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
  return (
    <SentList
      sent={data?.pages.flatMap(({ unfinished }) => unfinished)}
      {...{ error, refetch, more }}
      name="the answers in progress"
      empty={{
        icon: Hourglass,
        title: 'Nothing in progress',
        text: 'Answers that people begin and do not finish are here for 30 days, or as long as the form keeps answers.',
      }}
      about={({ startedAt, updatedAt }) => (
        <p>
          Begun <Moment at={startedAt} inside />, changed <Moment at={updatedAt} inside />
        </p>
      )}
    />
  );
}
