import type { ErrorKind } from '@weft/std';
import type { CallScope } from './scopes.ts';

/** Kinds that a definition lists: a fault of the server is never one of a call alone. */
type OwnKind = Exclude<ErrorKind, 'internal'>;

/** Which errors a call answers besides those of every call, each with when, in a sentence. */
export type CallErrors = { readonly [Kind in OwnKind]?: string };

/** A call, as far as its errors go. */
interface Refusable {
  readonly scope: CallScope;
  readonly open?: true;
  readonly errors: CallErrors;
}

/** Errors of every call, whatever it does: about how it was sent, by whom, and how the server is. */
export const commonErrors = {
  invalid: 'The input cannot be read, or is not as described; `details` name each fault by its path.',
  limit: 'More was sent than a call takes.',
  'rate-limit': 'Too many calls in a short time: wait and try again.',
  unavailable: 'The server, its database or its disk cannot answer now: try again.',
  internal: 'A fault of the server; its log names it by `id`.',
} as const satisfies { readonly [Kind in ErrorKind]?: string };

/** Errors of calls that somebody has to sign in for. */
export const signedInErrors = {
  unauthenticated: 'Nobody is signed in: the session or token is missing, expired or revoked.',
  forbidden: 'The scope of the token does not reach, or a page of another site sent the call.',
} as const satisfies { readonly [Kind in ErrorKind]?: string };

/** Every kind of error that a call may answer, with when. */
export const errorsOf = ({ scope, open, errors }: Refusable): { readonly [Kind in ErrorKind]?: string } => ({
  ...commonErrors,
  ...(scope === 'open' || open === true ? {} : signedInErrors),
  ...errors,
});
