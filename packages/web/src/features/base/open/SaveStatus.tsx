import type { SaveState } from '@weft/client';
import { Icon } from '@weft/ui';
import { Cloud, CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saveText } from '../edits/save-text.ts';

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
  const worse = shown.kind !== 'saved' && shown.kind !== 'saving';
  return (
    <span
      // How it is now, before showAfter has run out: for those who cannot wait, such as tests.
      data-save={save.kind}
      className={`flex items-center gap-1.5 truncate text-small max-sm:shrink-0 ${worse ? 'text-warning-text' : 'text-text-subtle'}`}
      aria-live={worse ? 'polite' : 'off'}
    >
      <Icon of={icons[shown.kind]} size={14} />
      <span className="truncate max-sm:sr-only">{saveText(shown)}</span>
    </span>
  );
}
