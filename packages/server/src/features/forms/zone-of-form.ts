import { isTimeZone } from '@weft/core';
import type { Flows } from '@weft/db';

/** The zone in which a form tells dates to whoever has none of their own there: its owner's, else UTC. */
export async function zoneOfForm(
  { flows }: { readonly flows: Pick<Flows, 'ownerTimeZone'> },
  flowId: string,
): Promise<string> {
  const zone = await flows.ownerTimeZone(flowId);
  return zone !== null && isTimeZone(zone) ? zone : 'UTC';
}
