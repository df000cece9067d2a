import { z } from 'zod';
import type { Choice, Connector, ServiceAccount } from '../connector.ts';
import type { FaultClass, ServiceHttp } from '../service-http.ts';
import { allPages } from '../values.ts';
import { signIn } from '../ways.ts';

const graphUrl = 'https://graph.microsoft.com/v1.0';

const me = z.object({ id: z.string(), mail: z.string().nullish(), userPrincipalName: z.string() });

/** Whose Microsoft account it is. */
async function microsoftAccount(http: ServiceHttp): Promise<ServiceAccount> {
  const query = { $select: 'id,mail,userPrincipalName' };
  const { id, mail, userPrincipalName } = await http.get('/me', me, { query });
  return { id, label: mail ?? userPrincipalName };
}

/** A file or site that is not shared is no sign-in that ended; a workbook that somebody edits is free a moment later. */
const graphFault = (status: number): FaultClass | undefined =>
  status === 403 ? 'permanent' : status === 423 || status === 509 ? 'retry' : undefined;

/** What is the same for all services of Microsoft Graph: https://learn.microsoft.com/en-us/graph/api/overview. */
export const onGraph = (...scopes: readonly string[]) =>
  ({
    auth: [signIn('microsoft', ['offline_access', 'User.Read', ...scopes])],
    baseUrl: graphUrl,
    classOf: graphFault,
    check: microsoftAccount,
  }) satisfies Partial<Connector>;

/** The path of an address that an answer names: the token goes to no other host, whatever it names. */
export const graphPath = (link: string | null | undefined): string | null =>
  link?.startsWith(`${graphUrl}/`) ? link.slice(graphUrl.length) : null;

/** The choices of all pages; `choiceOf` leaves out what is none. */
export const graphPages = <T>(
  http: ServiceHttp,
  path: string,
  query: { readonly [name: string]: string | number },
  item: z.ZodType<T>,
  choiceOf: (item: T) => Choice | null,
): Promise<readonly Choice[]> => {
  const page = z.object({ value: z.array(item), '@odata.nextLink': z.string().nullish() });
  return allPages(async (cursor) => {
    const { value, '@odata.nextLink': next } =
      cursor === undefined ? await http.get(path, page, { query }) : await http.get(cursor, page);
    const items = value.map(choiceOf).filter((choice) => choice !== null);
    return { items, next: graphPath(next) };
  });
};
