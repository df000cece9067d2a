import type { ConnectionHttp } from './connection-http.ts';

/**
 * What deliveries are queued by that are written one after the other: the place at the service, whatever connection reaches
 * it. Null: its service takes several at once. A target is the type, the connection and the place.
 */
export function serialKey(http: Pick<ConnectionHttp, 'connectorOf'>, target: string): string | null {
  const [type = '', , ...place] = target.split(' ');
  return http.connectorOf(type)?.serial === true ? [type, ...place].join(' ') : null;
}
