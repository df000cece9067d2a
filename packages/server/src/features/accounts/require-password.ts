import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { headersFor } from './auth-requests.ts';
import type { AccountsDeps } from './deps.ts';
import { limitPasswordAttempts } from './sign-in-limit.ts';

/** Null: it is the caller's password; else the refusal. Counted apart from signing in, as when a password is changed. */
export async function requirePassword(
  deps: AccountsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  password: string,
): Promise<Response | null> {
  const key = { kind: 'account', key: `change:${requireCaller(request).userId}` } as const;
  const response = await limitPasswordAttempts(deps, key, reply, () =>
    deps.auth().api.verifyPassword({ body: { password }, headers: headersFor(request), asResponse: true }),
  );
  return response.ok ? null : response;
}
