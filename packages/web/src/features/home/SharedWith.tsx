import { AvatarStack } from '@weft/ui';
import type { Flow } from '../../api.ts';

/** Whom a flow is shared with, by name as far as they are shown; nothing where it is shared with nobody. */
export function SharedWith({ flow: { sharedWith } }: { readonly flow: Flow }) {
  const { people, count } = sharedWith;
  if (count === 0) return null;
  const names = people.map(({ name }) => name).join(', ');
  const more = count - people.length;
  return <AvatarStack label={`Shared with ${names}${more > 0 ? ` and ${more} more` : ''}`} {...sharedWith} />;
}
