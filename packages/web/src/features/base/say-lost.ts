import type { LostPart } from '@weft/client';
import { toast } from '@weft/ui';
import { lostText } from './lost-text.ts';
import { nameOf } from './person-name.ts';

/** Milliseconds a word stands that explains why the page looks different all at once. */
const longEnough = 15_000;

/** Says that somebody took away what is looked at; `restore` brings it back, null where that may not be done. */
export async function sayLost(part: LostPart, userId: string, restore: (() => void) | null): Promise<void> {
  const text = lostText(part, await nameOf(userId));
  if (restore === null) toast(text);
  else toast(text, { action: { label: 'Restore', onSelect: restore }, duration: longEnough });
}
