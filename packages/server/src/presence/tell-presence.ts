import type { Caller } from '../http/caller.ts';
import type { Presence, Whereabouts } from './presence.ts';

/** Takes what a tab tells of itself: that its person has a flow open and where they are, or that they leave. */
export function tellPresence(
  presence: Presence,
  flowId: string,
  { userId, name, picture }: Pick<Caller, 'userId' | 'name' | 'picture'>,
  { tabId, leaves }: { readonly tabId: string; readonly leaves: boolean },
  at: Whereabouts,
): { readonly ok: true } {
  if (leaves) presence.leave(flowId, userId, tabId);
  else presence.tell(flowId, { userId, name, picture }, tabId, at);
  return { ok: true };
}
