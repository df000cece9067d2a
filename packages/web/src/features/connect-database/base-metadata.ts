import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { rpc } from '../../rpc.ts';

export const noMetadata = 'Failed to fetch base metadata';

/** The tables of a base. */
export const baseQuery = (basePublicId: string) =>
  queryOptions({
    queryKey: ['base-metadata', basePublicId],
    queryFn: async () => (await rpc.call('metadata.get', { basePublicId })).metadata,
  });

export type KnownTable = CallOutput<'metadata.get'>['metadata']['tables'][number];
