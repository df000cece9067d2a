import { toast } from '@weft/ui';
import { copyText } from '../../../shell/copy-text.ts';
import { typedText } from './removed-text.ts';

/** Milliseconds a toast stays that holds the only copy of a typed text. */
const longDuration = 300_000;

/** Milliseconds to read what was left out, and to decide. */
const offerDuration = 20_000;

/** Shows a toast for the grid. `lost`: typed text that could not be saved; the toast offers to copy it. */
export function sayNotice(
  text: string,
  lost = '',
  offer?: { readonly label: string; readonly onSelect: () => void },
): void {
  if (lost.trim() === '')
    return void toast(text, {
      tone: 'error',
      ...(offer && { action: offer, duration: offerDuration }),
    });
  const copy = () => {
    if (!copyText(lost)) toast('The browser did not allow copying.', { tone: 'error' });
  };
  toast(typedText(text, lost), {
    tone: 'error',
    action: { label: 'Copy', onSelect: copy },
    duration: longDuration,
  });
}
