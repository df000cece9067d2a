import { Banner, IconButton } from '@weft/ui';
import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { EditorSession } from '../session/editor-session.ts';
import { CopyButton } from './CopyButton.tsx';

/** Somebody else replaced what was just written here: what it was can be copied, and nothing is lost unseen. */
export function ReplacedBanner({ session: { replaced, presence } }: { readonly session: EditorSession }) {
  const [first] = useSyncExternalStore(replaced.subscribe, replaced.get);
  if (first === undefined) return null;
  const who = presence.others.find(({ userId }) => userId === first.userId)?.name ?? 'Somebody else';
  return (
    <Banner
      tone="info"
      className="rounded-none border-x-0"
      action={
        <>
          <CopyButton key={first.text} size="sm" text={first.text} label="Copy my text" />
          <IconButton plain size="sm" icon={X} label="Dismiss" onClick={replaced.seen} />
        </>
      }
    >
      {who} has just replaced what you wrote: <span className="break-words font-medium">“{first.text}”</span>
    </Banner>
  );
}
