import type { ServerResponse } from 'node:http';

/** Calls back once the connection of an answer is done with it, at once when it already is: readers leave at any time. */
export function whenClosed(raw: ServerResponse, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
