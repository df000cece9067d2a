import { type CallName, type CallNameOf, calls } from '@weft/protocol';
import { AppError } from '@weft/std';

/** What a token may do. Each includes those before it; the person's role holds besides. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** `open`: the call answers whoever asks, so a token makes no difference. */
type NeededScope = Scope | 'open';

/** Streams are of both kinds: one only tells, others import. */
const streamScopes: { readonly [K in CallNameOf<'subscription'>]: Scope } = {
  'base.changes': 'read',
  'import.csvImportStream': 'write',
  'import.csvCreateTableStream': 'write',
  csvCreateTableStream: 'write',
};

/** Streams have routes of their own. */
export const isStream = (name: CallName): name is CallNameOf<'subscription'> =>
  calls[name].kind === 'subscription';

/** The scope a token needs for a call of the protocol. */
export function scopeOfCall(name: CallName): Scope {
  if (isStream(name)) return streamScopes[name];
  return calls[name].kind === 'query' ? 'read' : 'write';
}

/**
 * THE list of the calls outside /rpc: the scope a token needs. A route that is not here takes no token at all,
 * and the access test asks for its line.
 */
const routeScopes: { readonly [route: string]: NeededScope } = {
  'GET /healthz': 'open',
  'GET /openapi.json': 'open',
  // The route itself asks for the instance admin, and is not found for others.
  'GET /metrics': 'open',
  'GET /api/auth/get-session': 'open',
  'GET /api/auth/verify-email': 'open',
  'POST /api/auth/sign-up/email': 'open',
  'POST /api/auth/sign-in/email': 'open',
  'POST /api/auth/sign-out': 'open',
  'POST /api/auth/request-password-reset': 'open',
  'POST /api/auth/reset-password': 'open',
  'POST /api/auth/send-verification-email': 'open',
  'GET /v1/invitations/:code': 'open',

  'GET /admin/flows': 'read',
  'GET /v1/me': 'read',
  'GET /v1/visitor': 'read',
  'GET /v1/organizations': 'read',
  'GET /v1/people': 'read',
  'GET /files/:id/*': 'read',
  'GET /v1/bases/:baseId/tables/:tableId/export': 'read',

  'POST /admin/bases': 'write',
  'PUT /admin/flows/rename/:flowId': 'write',
  'POST /admin/flows/trash': 'write',
  'POST /csvupload': 'write',
  'POST /fileupload': 'write',

  // Who a person is and who may come in: more than the data a program was given a token for.
  'PATCH /v1/me': 'admin',
  'POST /api/auth/change-password': 'admin',
  'DELETE /v1/people/:id': 'admin',
  'GET /v1/invitations': 'admin',
  'POST /v1/invitations': 'admin',
  'DELETE /v1/invitations/:id': 'admin',
  'POST /v1/invitations/:code/accept': 'admin',
  'GET /v1/sessions': 'admin',
  'DELETE /v1/sessions': 'admin',
  'DELETE /v1/sessions/:id': 'admin',
  'GET /v1/tokens': 'admin',
  'POST /v1/tokens': 'admin',
  'DELETE /v1/tokens/:id': 'admin',
  'GET /v1/outbox': 'admin',
  'GET /v1/audit': 'admin',
  'GET /v1/jobs': 'admin',
  'POST /v1/jobs/:id/retry': 'admin',
};

/** Undefined: no token may use the route. `route` as in `GET /v1/me`. */
export const scopeOfRoute = (route: string): NeededScope | undefined => routeScopes[route];

const level = (scope: Scope): number => scopes.indexOf(scope);

/** The widest of a token's scopes. */
export const widestScope = (given: readonly Scope[]): Scope =>
  given.reduce((widest, scope) => (level(scope) > level(widest) ? scope : widest), 'read');

/** `scope` null is a session, which may do all its person may. */
export function requireScope(scope: Scope | null, needed: NeededScope | undefined): void {
  if (scope === null || needed === 'open') return;
  if (needed === undefined) throw new AppError('forbidden', 'This call cannot be made with a token');
  if (level(scope) < level(needed))
    throw new AppError(
      'forbidden',
      `This token has the scope '${scope}', and this call needs the scope '${needed}'`,
    );
}
