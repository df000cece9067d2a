import type { Flow, RunScan } from '@weft/db';
import type { BasesContext } from '../deps.ts';

/** The turns of whoever asks among all reads that look through tables; a reader who leaves ends theirs. */
export function runScanFor({ deps, caller, left }: BasesContext, flow: Flow): RunScan {
  const owner = () => ({ userId: caller.userId, organizationId: flow.organizationId });
  return (work) => deps.scanSlots.run(owner(), left(), work);
}
