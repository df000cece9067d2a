import { calls } from '@weft/protocol';
import type { FastifyRequest } from 'fastify';

const isCallName = (name: string): boolean => Object.hasOwn(calls, name);

/**
 * The route a request came to, by its pattern: few enough to count by, and free of ids and tokens. Calls under /rpc
 * go by their name; what names no call, and a batch of several, go by one name each.
 */
export function routeName(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined) return '(not found)';
  if (url.startsWith('/assets/')) return '/assets/*';
  if (url !== '/rpc/:path') return url;
  const { path } = request.params as { readonly path: string };
  const names = path.split(',');
  if (!names.every(isCallName)) return '/rpc/(unknown)';
  return names.length === 1 ? `/rpc/${path}` : '/rpc/(batch)';
}
