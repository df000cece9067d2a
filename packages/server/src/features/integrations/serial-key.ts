import type { ConnectionHttp } from './connection-http.ts';

/**
 * What deliveries are queued by that are written one after the other: the place at the service, whatever connection of the
 * organization reaches it: who knows the place of another organization does not stand in its way. Null: its service takes
 * several at once. A target is the type, the connection and the place.
 */
export function serialKey(
  http: Pick<ConnectionHttp, 'connectorOf'>,
  target: string,
  organizationId: string,
): string | null {
  const [type = '', , ...place] = target.split(' ');
  return http.connectorOf(type)?.serial === true ? [type, organizationId, ...place].join(' ') : null;
}
