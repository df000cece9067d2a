import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, rpcQuery } from '../../../api.ts';
import { choicesQuery } from '../../integrations/integration-queries.ts';

/** Rows of a table that are shown (specification 1, section 9). */
const previewRows = 20;

/** The tables of a base of Airtable. */
export const airtableBaseQuery = (serviceId: string, baseId: string) =>
  queryOptions({
    queryKey: ['airtable-base', serviceId, baseId],
    staleTime: 60_000,
    retry: false,
    queryFn: async () => {
      const requests = [{ serviceId, serviceType: 'airtable', settings: { baseIds: [baseId] } }];
      const { results } = await call('POST /v1/zite/admin/services/getMetadata', {
        body: { requests, forceRefresh: true },
      });
      const [answer] = results;
      const tables = answer?.targets.find(({ id }) => id === baseId)?.tables ?? null;
      if (tables === null)
        throw new Error(answer?.error ?? `Failed to load metadata for Airtable base ${baseId}`);
      return tables.map(({ id, name }) => ({ id, name }));
    },
  });

/** The fields of a table, and its first rows. */
export const airtablePreviewQuery = (serviceId: string, airtableBaseId: string, airtableTableId: string) =>
  queryOptions({
    queryKey: ['airtable-preview', serviceId, airtableBaseId, airtableTableId],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      rpcQuery('import.airtablePreview', { serviceId, airtableBaseId, airtableTableId, previewRows }),
  });

/** What a base is called, of those that were listed to choose one of. */
export const airtableBaseName = (cache: QueryClient, serviceId: string, baseId: string): string =>
  cache.getQueryData(choicesQuery(serviceId, 'baseId', {}).queryKey)?.find(({ id }) => id === baseId)?.name ??
  'Airtable';
