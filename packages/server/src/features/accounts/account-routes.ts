import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { writeAudit } from '../../audit/write-audit.ts';
import { readInput } from '../../http/read-input.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { scopes } from '../../http/scopes.ts';
import { nameText } from '../../http/texts.ts';
import type { AccountsDeps } from './deps.ts';
import { deviceName } from './device-name.ts';
import type { ListedSession } from './session-list.ts';

const mostTokens = 100;
export const newToken = z.object({
  name: nameText.max(100, 'At most 100 characters'),
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'Choose at least one scope')
    .max(10)
    .transform((given) => scopes.filter((scope) => given.includes(scope))),
  expiresInDays: z.int().min(1, 'At least 1 day').max(3_650, 'At most 3650 days'),
});

const present = ({ sessionId, userAgent, ...session }: ListedSession, current: string) => ({
  id: session.id,
  device: deviceName(userAgent),
  ip: session.ip,
  createdAt: session.createdAt,
  lastUsedAt: session.lastUsedAt,
  current: sessionId === current,
});

/** Where a person is signed in, and the tokens programs use in their name. */
export function mountAccount(app: FastifyInstance, deps: AccountsDeps): void {
  /** Ends what a session or token holds open, and forgets it. */
  const close = (ids: readonly string[]): void => {
    deps.sessions.forget();
    for (const id of ids) deps.streams.endSession(id);
  };

  app.get('/v1/sessions', async (request) => {
    const caller = requireCaller(request);
    const sessions = await deps.sessionList.ofPerson(caller.userId);
    return { sessions: sessions.map((session) => present(session, caller.sessionId)) };
  });

  // All but the one that asks; asked by a token, all.
  app.delete('/v1/sessions', async (request) => {
    const { userId, sessionId } = requireCaller(request);
    const ended = await deps.sessionList.endAll(userId, sessionId);
    close(ended);
    if (ended.length > 0)
      await writeAudit(deps, request, { action: 'session.revoked', details: { device: 'all others' } });
    return { ended: ended.length };
  });

  app.delete<{ Params: { id: string } }>('/v1/sessions/:id', async (request) => {
    const { userId } = requireCaller(request);
    const sessions = await deps.sessionList.ofPerson(userId);
    const session = sessions.find(({ id }) => id === request.params.id);
    if (session === undefined) throw notFound('Session not found');
    await deps.people.endSession(session.sessionId);
    close([session.sessionId]);
    const details = { device: deviceName(session.userAgent) };
    await writeAudit(deps, request, { action: 'session.revoked', details });
    return { ok: true };
  });

  app.get('/v1/tokens', async (request) => {
    const { userId } = requireCaller(request);
    return { tokens: await deps.tokens.ofPerson(userId) };
  });

  app.post('/v1/tokens', async (request) => {
    const { userId, organizationId } = requireCaller(request);
    const input = readInput(newToken, request.body);
    const result = await deps.tokens.make({ userId, organizationId, ...input }, mostTokens);
    if (result === null)
      throw new AppError('conflict', `You have ${mostTokens} tokens: revoke one that is not needed any more`);
    const details = { name: input.name, scopes: input.scopes.join(', ') };
    await writeAudit(deps, request, { action: 'token.made', details });
    return { ...result.made, token: result.token };
  });

  app.delete<{ Params: { id: string } }>('/v1/tokens/:id', async (request) => {
    const { userId } = requireCaller(request);
    const { id } = request.params;
    const token = isId('tok', id) ? await deps.tokens.revoke(id, userId) : null;
    if (token === null) throw notFound('Token not found');
    close([token.id]);
    const details = { name: token.name };
    await writeAudit(deps, request, { action: 'token.revoked', details });
    return { ok: true };
  });
}
