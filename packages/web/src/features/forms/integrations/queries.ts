import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { rpc } from '../../../rpc.ts';

export const noMetadata = 'Failed to fetch base metadata';

/** The tables of a base. */
export const baseQuery = (basePublicId: string) =>
  queryOptions({
    queryKey: ['base-metadata', basePublicId],
    queryFn: async () => (await rpc.call('metadata.get', { basePublicId })).metadata,
  });

/** What a form is connected to, and what became of its writes. */
export type Integrations = CallOutput<'forms.integrations'>;

export const integrationsQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['form-integrations', flowId],
    queryFn: () => rpc.call('forms.integrations', { flowId }),
  });
