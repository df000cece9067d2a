import { queryOptions } from '@tanstack/react-query';
import { rpc } from '../../rpc.ts';

/** How fresh a database of an app is that shows a service; null: it shows none. */
export const sourceQuery = (flowId: string, baseId: string) =>
  queryOptions({
    queryKey: ['app-source', flowId, baseId],
    queryFn: async () => (await rpc.call('apps.source', { flowId, baseId })).source,
  });
