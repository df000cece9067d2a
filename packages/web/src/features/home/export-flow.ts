import { toast } from '@weft/ui';
import { call, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { download } from '../../transfers.ts';
import { followFlowJob } from './flow-jobs/follow-flow-job.ts';

/** Downloads a flow with everything in it; a large one once a job has written it. */
export async function exportFlow({ publicIdentifier }: Flow): Promise<void> {
  try {
    const { job } = await call('POST /admin/flows/export/:publicIdentifier', { path: { publicIdentifier } });
    if (job !== null) followFlowJob(job);
    else await download(`/admin/flows/export/${encodeURIComponent(publicIdentifier)}`);
  } catch (error) {
    toast(`Error exporting flow. ${errorText(error)}`, { tone: 'error' });
  }
}
