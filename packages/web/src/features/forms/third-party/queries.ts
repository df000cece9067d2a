import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@weft/protocol';
import { rpc } from '../../../rpc.ts';

type Listed = CallOutput<'integrations.list'>;
/** A service that a form writes to. */
export type Integration = Listed['integrations'][number];
/** A connection that choices are read with. */
export type OnlyRead = Listed['onlyRead'][number];
/** Where answers go, and how. */
export type WriteConfig = Integration['writeQuery']['config'];
/** What goes into a field of a target. */
export type Source = WriteConfig['nameMappings'][string];
/** What a form asks. */
export type Question = Listed['fields'][number];
export type Run = CallOutput<'integrations.log'>['runs'][number];
type LogInput = CallInput<'integrations.log'>;
export type RunState = NonNullable<LogInput['state']>;

export const thirdPartyKey = (flowId: string) => ['form-third-parties', flowId];

/** The services that a form writes to, and what it asks. */
export const thirdPartyQuery = (flowId: string) =>
  queryOptions({
    queryKey: thirdPartyKey(flowId),
    queryFn: () => rpc.call('integrations.list', { flowId }),
  });

export const runsKey = (flowId: string, integrationId: string) => ['third-party-runs', flowId, integrationId];

interface RunsAsked {
  readonly state?: RunState;
  readonly search?: string;
}

/** What became of the answers that went to a service, the newest first. */
export const runsQuery = (flowId: string, integrationId: string, asked: RunsAsked) =>
  infiniteQueryOptions({
    queryKey: [...runsKey(flowId, integrationId), asked],
    queryFn: ({ pageParam }) =>
      rpc.call('integrations.log', {
        ...{ flowId, integrationId, ...asked },
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
