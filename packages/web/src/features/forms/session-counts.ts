import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';

const sessionCountsQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['form-session-counts', flowId],
    queryFn: () => rpc.call('forms.sessionCounts', { flowId }),
    refetchInterval: 10_000,
  });

/** How many answers there are of each kind, as far as they are counted. */
export const useSessionCounts = (flowId: string) => useQuery(sessionCountsQuery(flowId)).data;

const most = 1_000;

/** '12'; of more than are counted '1000+'. */
export const cappedCount = (count: number): string => (count > most ? `${most}+` : String(count));

/** Notes that the answers are seen while they are on the screen, by somebody who may edit. */
export function useMarkRead(flowId: string, canEdit: boolean): void {
  const unread = useSessionCounts(flowId)?.unreadCount ?? 0;
  useEffect(() => {
    if (!canEdit || unread === 0) return;
    const { queryKey } = sessionCountsQuery(flowId);
    // What could not be noted now is noted with the next count.
    rpc
      .call('forms.markRead', { flowId, until: new Date().toISOString() })
      .then(() => queryClient.invalidateQueries({ queryKey }))
      .catch(() => {});
  }, [flowId, canEdit, unread]);
}
