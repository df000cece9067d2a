import type { SaveState } from '@weft/client';
import { Icon } from '@weft/ui';
import { Cloud, CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saveText } from './save-text.ts';

const icons = {
  saved: CloudCheck,
  saving: CloudUpload,
  offline: CloudOff,
  'signed-out': CloudAlert,
  trashed: CloudAlert,
  failed: Cloud,
} as const;

/** Milliseconds a change may be in flight before 'Saving' is shown. */
const showAfter = 800;

/** Milliseconds without any progress after which a server that does not answer is named. */
const frozenAfter = 3_000;

/** Whether the server has accepted none of the pending changes for a while, however many are added to them. */
function useFrozen(save: SaveState): boolean {
  const waiting = save.kind === 'saving' ? save.waiting : 0;
  // A number that goes down is an answer; the wait begins anew.
  const [since, setSince] = useState({ waiting, answers: 0 });
  if (waiting !== since.waiting)
    setSince({
      waiting,
      answers: waiting < since.waiting || since.waiting === 0 ? since.answers + 1 : since.answers,
    });
  const [frozen, setFrozen] = useState<number | null>(null);
  const idle = waiting === 0;
  useEffect(() => {
    if (idle) return;
    const timer = setTimeout(() => setFrozen(since.answers), frozenAfter);
    return () => clearTimeout(timer);
  }, [idle, since.answers]);
  return waiting > 0 && frozen === since.answers;
}

/** Shows whether all changes are saved. */
export function SaveStatus({ save }: { readonly save: SaveState }) {
  const [shown, setShown] = useState(save);
  useEffect(() => {
    if (save.kind !== 'saving') {
      setShown(save);
      return;
    }
    const timer = setTimeout(() => setShown(save), showAfter);
    return () => clearTimeout(timer);
  }, [save]);
  const frozen = useFrozen(save);
  const worse = frozen || (shown.kind !== 'saved' && shown.kind !== 'saving');
  return (
    <span
      // How it is now, before showAfter has run out: for those who cannot wait, such as tests.
      data-save={save.kind}
      className={`flex items-center gap-1.5 truncate text-small max-sm:shrink-0 ${worse ? 'text-warning-text' : 'text-text-subtle'}`}
      aria-live={worse ? 'polite' : 'off'}
    >
      <Icon of={frozen ? CloudAlert : icons[shown.kind]} size={14} />
      <span className="truncate max-sm:sr-only">{frozen ? 'Not answering, retrying' : saveText(shown)}</span>
    </span>
  );
}
