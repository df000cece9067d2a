import type { PresentPerson } from '@weft/protocol';
import { AvatarStack } from '@weft/ui';
import { hereText } from './here-text.ts';
import { type OthersHere, useOthers } from './use-others.ts';

/** Who else has the flow open. */
export function PeopleHere({ presence }: { readonly presence: OthersHere<Omit<PresentPerson, 'cell'>> }) {
  const others = useOthers(presence);
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
