import type { InfiniteData } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { FlowEvent } from '@weft/core';
import { useEffect } from 'react';
import type { FlowList, FlowPage } from '../../api.ts';
import { meQuery, notificationsQuery, queryClient } from '../../queries.ts';
import { applyFlowEvent } from './apply-flow-event.ts';
import { isOwnChange } from './own-changes.ts';

type Pages = InfiniteData<FlowPage>;

/** Applies an event to every list that is cached; what this tab did itself is shown already. */
function onEvent(event: FlowEvent): void {
  if (event.change !== 'missed' && isOwnChange(event.actionId)) return;
  void queryClient.invalidateQueries({ queryKey: ['places'] });
  if (event.change === 'shared' || event.change === 'missed')
    void queryClient.invalidateQueries(notificationsQuery);
  for (const [queryKey, data] of queryClient.getQueriesData<Pages>({ queryKey: ['flows'] })) {
    if (data === undefined) continue;
    const pages = applyFlowEvent(data.pages, queryKey[1] as FlowList, event);
    if (pages === 'refetch') void queryClient.invalidateQueries({ queryKey, exact: true });
    else if (pages !== data.pages)
      queryClient.setQueryData<Pages>(queryKey, { ...data, pages: pages as FlowPage[] });
  }
}

/** Follows the organization's list of flows from the version that is shown; undefined: none is yet. */
export function useFlowFeed(version: number | undefined): void {
  const { data: me } = useQuery(meQuery);
  const userId = me?.user.id;
  const organizationId = me?.organization.id;
  const isShown = version !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the feed goes on by itself from the version it began with
  useEffect(() => {
    if (userId === undefined || organizationId === undefined || version === undefined) return;
    let stop = () => {};
    let left = false;
    // The page itself must be small; a chunk that cannot be loaded leaves a list that is read again when it is stale.
    void import('../../session/tab-feed.ts').then(
      ({ followFlows }) => {
        if (left) return;
        const nothing = () => {};
        stop = followFlows(userId)(organizationId, version, {
          onEvent,
          onOnline: nothing,
          // Signed out or removed from the organization: the next reading of the list says so.
          onRefused: nothing,
        });
      },
      () => undefined,
    );
    return () => {
      left = true;
      stop();
    };
  }, [userId, organizationId, isShown]);
}
