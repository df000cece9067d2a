import type { Target } from '@weft/integrations';
import type { ConnectionHttp } from './connection-http.ts';

/** The place at a service that answers are written to: the first step of the target, in whatever order it is stored. */
export const targetPlace = (
  http: Pick<ConnectionHttp, 'builtInConnector'>,
  type: string,
  target: Target,
): string => {
  const [first] = http.builtInConnector(type)?.targets ?? [];
  return (first && target[first.key]) ?? '';
};

/**
 * What deliveries are queued by that are written one after the other: the place at the service, whatever connection of the
 * organization reaches it: who knows the place of another organization does not stand in its way. Null: its service takes
 * several at once. A target is the type, the connection and the place.
 */
export function serialKey(
  http: Pick<ConnectionHttp, 'builtInConnector'>,
  target: string,
  organizationId: string,
): string | null {
  const [type = '', , ...place] = target.split(' ');
  return http.builtInConnector(type)?.serial === true ? [type, organizationId, ...place].join(' ') : null;
}
