import { AvatarStack } from '@weft/ui';
import { useCallback, useSyncExternalStore } from 'react';
import type { BaseSession } from '../open/base-session.ts';
import { hereText } from './here-text.ts';

/** Who else has the database open. */
export function PeopleHere({ session }: { readonly session: BaseSession }) {
  const { presence } = session.client;
  const subscribe = useCallback((listener: () => void) => presence.subscribe(listener), [presence]);
  const others = useSyncExternalStore(subscribe, () => presence.others);
  if (others.length === 0) return null;
  const stack = { label: hereText(others), count: others.length, size: 24 };
  return (
    <>
      <span className="inline-flex max-sm:hidden">
        <AvatarStack {...stack} people={others} />
      </span>
      {/* A phone has room for one, and for how many more. */}
      <span className="inline-flex sm:hidden">
        <AvatarStack {...stack} people={others.slice(0, 1)} />
      </span>
    </>
  );
}
