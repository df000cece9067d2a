import type { RemovedPart } from '@weft/client';
import { toast } from '@weft/ui';
import { nameOf } from './person-name.ts';
import { removedText } from './removed-text.ts';

/** Milliseconds the notice stays that explains why the page changed suddenly. */
const noticeDuration = 15_000;

/** Notifies that somebody deleted what is on screen; `restore` brings it back, null where the role forbids that. */
export async function notifyRemoved(
  part: RemovedPart,
  userId: string,
  restore: (() => void) | null,
): Promise<void> {
  const text = removedText(part, await nameOf(userId));
  if (restore === null) toast(text);
  else toast(text, { action: { label: 'Restore', onSelect: restore }, duration: noticeDuration });
}
