import { queryOptions } from '@tanstack/react-query';
import type { AppIntegration } from '@weft/apps';
import type { Content } from '@weft/documents';
import { rpc } from '../../rpc.ts';
import { thirdPartyQuery } from '../forms/third-party/queries.ts';

/** The database that a draft names; null: none. */
export function sourceOf({ props }: Content): string | null {
  const source = props.source as { readonly baseId?: unknown } | undefined;
  return typeof source?.baseId === 'string' ? source.baseId : null;
}

/** The integrations of an app, as its document depends on them. */
export const appIntegrationsQuery = (flowId: string) =>
  queryOptions({
    ...thirdPartyQuery(flowId),
    select: ({ integrations }): readonly AppIntegration[] =>
      integrations.map(({ id, serviceName, enabled, writeQuery: { config } }) => ({
        ...{ id, name: serviceName, enabled },
        tableId: config.tableId ?? null,
      })),
  });

/** The tables of the database that an app shows. */
export const tablesQuery = (flowId: string, baseId: string | null) =>
  queryOptions({
    queryKey: ['app-tables', flowId, baseId],
    queryFn: () =>
      baseId === null
        ? { baseId: null, name: null, tables: [] }
        : rpc.call('apps.tables', { flowId, baseId }),
    // Fields are made and renamed beside the editor: back in its window, they are read again.
    refetchOnWindowFocus: true,
    staleTime: 5_000,
  });
