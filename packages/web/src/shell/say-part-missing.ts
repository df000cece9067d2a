import { toast } from '@weft/ui';
import { whyNotFetched } from './app-version.ts';
import { partText } from './part-text.ts';

/** Says why a part that was asked for did not come; `what` begins a sentence: 'This dialog'. */
export async function sayPartMissing(what: string): Promise<void> {
  const fault = await whyNotFetched();
  const reload = { label: 'Reload', onSelect: () => location.reload() };
  toast(partText(fault, what), { tone: 'error', ...(fault !== 'away' && { action: reload }) });
}
