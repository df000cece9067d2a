import { useQuery } from '@tanstack/react-query';
import { useSubmission } from '../../shell/use-submission.ts';
import { createConnection } from '../integrations/integration-calls.ts';
import { catalogueQuery, connectionsQuery, type Way } from '../integrations/integration-queries.ts';
import { freeName } from '../integrations/service-words.ts';

/** How one signs in at a service here, and comes back to the very step. */
export function useSignIn(of: {
  readonly type: string;
  /** What the service is called. */
  readonly service: string;
  readonly returnTo: string;
  readonly workspaceId: string | null;
}) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const { data: connections } = useQuery(connectionsQuery);
  const { busy, error, submit } = useSubmission({ leaves: true });
  const entry = catalogue?.find(({ type }) => type === of.type);
  const ways = entry?.ways.filter(({ kind, available }) => kind === 'oauth' && available) ?? [];

  const leaveFor = (find: () => Promise<string | null>) =>
    void submit(async () => {
      const address = await find();
      if (address !== null) location.assign(address);
    });
  return {
    busy,
    error,
    ways,
    isKnown: catalogue !== undefined && connections !== undefined,
    /** To a page of ours, where one connects in another way. */
    goTo: (address: string) => leaveFor(() => Promise.resolve(address)),
    signIn: (config: Way['marks']) =>
      leaveFor(async () => {
        const taken = connections?.map(({ name }) => name) ?? [];
        const { signInUrl } = await createConnection(of.type, {
          ...{ config, serviceName: freeName(of.service, taken), source: 'import' },
          ...(of.workspaceId !== null && { workspaceId: of.workspaceId }),
          ...{ redirectUri: of.returnTo, failureRedirectUri: of.returnTo },
        });
        return signInUrl;
      }),
  };
}
