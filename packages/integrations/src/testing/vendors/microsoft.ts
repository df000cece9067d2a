import { z } from 'zod';
import type { Route } from '../strict-server.ts';

export const graph = 'https://graph.microsoft.com/v1.0';

/** By https://learn.microsoft.com/en-us/graph/api/user-get; the shapes of Graph are written by hand from its reference. */
export const graphMe: Route = {
  ...{ method: 'GET', url: `${graph}/me` },
  query: z.strictObject({ $select: z.literal('id,mail,userPrincipalName') }),
  answer: () => ({ json: { id: 'u1', mail: null, userPrincipalName: 'ada@example.org' } }),
};
export const graphWays = [{ config: {}, account: { id: 'u1', label: 'ada@example.org' } }];

/** A list in pages of one; the next page is a whole address. */
export const graphList = (
  path: string,
  query: { readonly [name: string]: z.ZodType },
  items: readonly object[],
): Route => ({
  ...{ method: 'GET', url: `${graph}${path}` },
  query: z.union([z.strictObject(query), z.strictObject({ $skiptoken: z.literal('p 2') })]),
  answer: ({ query: asked, path: ids }) =>
    asked.$skiptoken === undefined
      ? {
          json: {
            value: items.slice(0, 1),
            '@odata.nextLink': `${graph}${path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))}?$skiptoken=p%202`,
          },
        }
      : { json: { value: items.slice(1) } },
});
