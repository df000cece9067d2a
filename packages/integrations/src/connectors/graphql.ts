import { z } from 'zod';
import type { ServiceHttp, ServiceRequest } from './service-http.ts';

/** Asks a question in GraphQL; a mutation says `safe: false`. */
export const askGraphql = async <T>(
  http: ServiceHttp,
  path: string,
  query: string,
  shape: z.ZodType<T>,
  variables: { readonly [name: string]: unknown } = {},
  more: Pick<ServiceRequest, 'safe'> = {},
): Promise<T> => {
  const request = { json: { query, variables }, safe: true, ...more };
  return (await http.post(path, z.object({ data: shape }), request)).data;
};
