import type { SaveState } from '@weft/client';
import { Banner } from '@weft/ui';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Milliseconds the server may be out of reach before the page makes room to say so: streams break and come back. */
const patience = 1_500;

/** Editing goes on while the server cannot be reached. */
export function OfflineBanner({ online, save }: { readonly online: boolean; readonly save: SaveState }) {
  const held = save.kind === 'signed-out' || save.kind === 'trashed';
  const away = !held && (!online || save.kind === 'offline');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(away), away ? patience : 0);
    return () => clearTimeout(timer);
  }, [away]);
  if (!shown || !away) return null;
  const waiting = 'waiting' in save ? save.waiting : 0;
  return (
    <Banner tone="warning" icon={WifiOff} className="rounded-none border-x-0">
      {navigator.onLine ? 'The server can’t be reached.' : 'You’re offline.'} You can go on editing
      {waiting > 0 ? '; your changes are kept and sent once the connection is back.' : ' what is open here.'}
    </Banner>
  );
}
