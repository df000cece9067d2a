import { toast } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { download } from '../../transfers.ts';

/** Downloads a flow with everything in it. */
export async function exportFlow({ publicIdentifier }: Flow): Promise<void> {
  try {
    await download(`/admin/flows/export/${encodeURIComponent(publicIdentifier)}`);
  } catch (error) {
    toast(`Error exporting flow. ${errorText(error)}`, { tone: 'error' });
  }
}
