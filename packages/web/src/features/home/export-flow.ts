import { toast } from '@weft/ui';
import { call, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { download } from '../../transfers.ts';
import { followFlowJob } from './flow-jobs/follow-flow-job.ts';

/** Everything in it, or its tables alone. */
export type FlowFormat = 'zip' | 'csv' | 'xlsx';

export type Exported = Pick<Flow, 'publicIdentifier'>;

/** Downloads a flow; a large one once a job has written it. */
export async function exportFlow(
  { publicIdentifier }: Exported,
  format: FlowFormat,
  formulas: 'keep' | 'escape',
): Promise<void> {
  const query = { format, formulas };
  try {
    const { job } = await call('POST /admin/flows/export/:publicIdentifier', {
      path: { publicIdentifier },
      query,
    });
    if (job !== null) return followFlowJob(job);
    const asked = new URLSearchParams(query);
    await download(`/admin/flows/export/${encodeURIComponent(publicIdentifier)}?${asked}`);
  } catch (error) {
    toast(`Error exporting flow. ${errorText(error)}`, { tone: 'error' });
  }
}
