import { z } from 'zod';
import type { Connector, ServiceAccount } from '../connector.ts';
import { listed } from '../lists.ts';
import type { ServiceHttp, ServiceRequest } from '../service-http.ts';
import { signIn } from '../ways.ts';

const graphUrl = 'https://graph.microsoft.com/v1.0';

const me = z.object({ id: z.string(), mail: z.string().nullish(), userPrincipalName: z.string() });

/** Whose Microsoft account it is. */
async function microsoftAccount(http: ServiceHttp): Promise<ServiceAccount> {
  const query = { $select: 'id,mail,userPrincipalName' };
  const { id, mail, userPrincipalName } = await http.get('/me', me, { query });
  return { id, label: mail ?? userPrincipalName };
}

/** What is the same for all services of Microsoft Graph: https://learn.microsoft.com/en-us/graph/api/overview. */
export const onGraph = (...scopes: readonly string[]) =>
  ({
    auth: [signIn('microsoft', ['offline_access', 'User.Read', ...scopes])],
    baseUrl: graphUrl,
    // A file or site that is not shared is no sign-in that ended; a workbook that somebody edits is free a moment later.
    faults: { 403: 'permanent', 423: 'retry', 509: 'retry' },
    check: microsoftAccount,
  }) satisfies Partial<Connector>;

/** The path of an address that an answer names: the token goes to no other host, whatever it names. */
export const graphPath = (link: string | null | undefined): string | null =>
  link?.startsWith(`${graphUrl}/`) ? link.slice(graphUrl.length) : null;

/** Everything that Graph lists at a path. */
export const graphList = <T>(
  http: ServiceHttp,
  path: string,
  item: z.ZodType<T>,
  query: ServiceRequest['query'] = {},
): Promise<readonly T[]> => {
  const page = z.object({ value: z.array(item), '@odata.nextLink': z.string().nullish() });
  return listed(http, path, page, 'value', { link: (found) => found['@odata.nextLink'] }, query);
};
