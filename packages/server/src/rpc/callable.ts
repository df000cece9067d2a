import { type CallName, type CallNameOf, calls } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { Caller } from '../http/caller.ts';
import { requireScope } from '../http/scopes.ts';

/** Streams have routes of their own. */
export const isStream = (name: CallName): name is CallNameOf<'subscription'> =>
  calls[name].kind === 'subscription';

/**
 * Whoever makes a call of the protocol: signed in, and with a token only where its scope reaches. Every way into a
 * handler comes through here, before the input is even looked at. Throws 'unauthenticated' and 'forbidden'.
 */
export function requireCallable(caller: Caller | null, name: CallName): Caller {
  if (caller === null) throw new AppError('unauthenticated', 'Sign in first');
  requireScope(caller.scope, calls[name].scope);
  return caller;
}
