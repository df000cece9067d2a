import type { Flow, Scans } from '@weft/db';
import type { CallContext } from '../../../rpc/handler.ts';

/** The turns of whoever asks among all reads that look through tables; a reader who leaves ends theirs. */
export function scansOf({ services, caller, left }: CallContext, flow: Flow): Scans {
  const owner = () => ({ userId: caller.userId, organizationId: flow.organizationId });
  return (work) => services.scanSlots.run(owner(), left(), work);
}
