import { AvatarStack } from '@weft/ui';
import { hereText } from '../../session/here-text.ts';
import type { FormSession } from './form-session.ts';
import { usePeopleAt } from './use-people-at.ts';

/** Who else is on a page of the form. */
export function PagePeople({ session, pageId }: { readonly session: FormSession; readonly pageId: string }) {
  const people = usePeopleAt(session, 'pageId', pageId);
  if (people.length === 0) return null;
  return <AvatarStack label={hereText(people)} people={people.slice(0, 2)} count={people.length} size={18} />;
}
