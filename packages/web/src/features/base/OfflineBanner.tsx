import type { SaveState } from '@weft/client';
import { Banner } from '@weft/ui';
import { WifiOff } from 'lucide-react';

/** Editing goes on while the server cannot be reached. */
export function OfflineBanner({ save }: { readonly save: SaveState }) {
  const waiting = 'waiting' in save ? save.waiting : 0;
  return (
    <Banner tone="warning" icon={WifiOff} className="rounded-none border-x-0">
      You’re offline. You can go on editing
      {waiting > 0 ? '; your changes are kept and sent once the connection is back.' : ' what is open here.'}
    </Banner>
  );
}
