import { toast } from '@weft/ui';
import { copyText } from '../../shell/copy-text.ts';
import { typedText } from './removed-text.ts';

/** Milliseconds a notice stands that is the last place of what somebody has typed. */
const longEnough = 300_000;

/** Says a sentence of the grid. What was typed and has no place any more can be taken along from where that is said. */
export function sayNotice(text: string, lost = ''): void {
  if (lost.trim() === '') return void toast(text, { tone: 'error' });
  const copy = () => {
    if (!copyText(lost)) toast('The browser did not allow copying.', { tone: 'error' });
  };
  toast(typedText(text, lost), {
    tone: 'error',
    action: { label: 'Copy', onSelect: copy },
    duration: longEnough,
  });
}
