import type { SaveState } from '@weft/client';
import { Banner } from '@weft/ui';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { offlineText } from './save-text.ts';

/** Milliseconds offline before the banner appears: most streams reconnect sooner. */
const showAfter = 1_500;

/** Says that the server cannot be reached; editing goes on. */
export function OfflineBanner({
  online,
  save,
  safe,
}: {
  readonly online: boolean;
  readonly save: SaveState;
  /** Whether pending changes are stored on the device. */
  readonly safe: boolean;
}) {
  const held = save.kind === 'signed-out' || save.kind === 'trashed';
  const away = !held && (!online || save.kind === 'offline');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(away), away ? showAfter : 0);
    return () => clearTimeout(timer);
  }, [away]);
  if (!shown || !away) return null;
  const waiting = 'waiting' in save ? save.waiting : 0;
  return (
    <Banner tone="warning" icon={WifiOff} className="rounded-none border-x-0">
      {offlineText({ reached: navigator.onLine, waiting, safe })}
    </Banner>
  );
}
