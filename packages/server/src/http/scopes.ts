import { type CallScope, type HttpRoute, httpCalls, type Scope, scopes } from '@weft/protocol';
import { AppError } from '@weft/std';

/** A route the list does not have takes no token at all. `route` as in `GET /v1/me`. */
export const scopeOfRoute = (route: string): CallScope =>
  Object.hasOwn(httpCalls, route) ? httpCalls[route as HttpRoute].scope : 'none';

const level = (scope: Scope): number => scopes.indexOf(scope);

/** The widest of a token's scopes. */
export const widestScope = (given: readonly Scope[]): Scope =>
  given.reduce((widest, scope) => (level(scope) > level(widest) ? scope : widest), 'read');

/** `scope` null is a session, which may do all its person may. */
export function requireScope(scope: Scope | null, needed: CallScope): void {
  if (scope === null || needed === 'open') return;
  if (needed === 'none') throw new AppError('forbidden', 'This call cannot be made with a token');
  if (level(scope) < level(needed))
    throw new AppError(
      'forbidden',
      `This token has the scope '${scope}', and this call needs the scope '${needed}'`,
    );
}
