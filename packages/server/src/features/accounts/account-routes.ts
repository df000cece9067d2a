import type { ListedSession } from '@weft/db';
import { AppError, isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { AccountsDeps } from './deps.ts';
import { deviceName } from './device-name.ts';

const maxTokens = 100;
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

  serve(app, 'GET /v1/sessions', async ({ request }) => {
    const caller = requireCaller(request);
    const sessions = await deps.sessionRows.ofPerson(caller.userId);
    return { sessions: sessions.map((session) => present(session, caller.sessionId)) };
  });

  // All but the one that asks; asked by a token, all.
  serve(app, 'DELETE /v1/sessions', async ({ request }) => {
    const { userId, sessionId } = requireCaller(request);
    const ended = await deps.sessionRows.endAll(userId, sessionId);
    close(ended);
    if (ended.length > 0)
      await writeAudit(deps, request, { action: 'session.revoked', details: { device: 'all others' } });
    return { ended: ended.length };
  });

  serve(app, 'DELETE /v1/sessions/:id', async ({ request, path }) => {
    const { userId } = requireCaller(request);
    const sessions = await deps.sessionRows.ofPerson(userId);
    const session = sessions.find(({ id }) => id === path.id);
    if (session === undefined) throw notFound('Session not found');
    await deps.sessionRows.end(session.sessionId);
    close([session.sessionId]);
    const details = { device: deviceName(session.userAgent) };
    await writeAudit(deps, request, { action: 'session.revoked', details });
    return { ok: true } as const;
  });

  serve(app, 'GET /v1/tokens', async ({ request }) => {
    const { userId } = requireCaller(request);
    return { tokens: await deps.tokens.ofPerson(userId) };
  });

  serve(app, 'POST /v1/tokens', async ({ request, body }) => {
    const { userId, organizationId } = requireCaller(request);
    const input = body();
    const result = await deps.tokens.make({ userId, organizationId, ...input }, maxTokens);
    if (result === null)
      throw new AppError('conflict', `You have ${maxTokens} tokens: revoke one that is not needed any more`);
    const details = { name: input.name, scopes: input.scopes.join(', ') };
    await writeAudit(deps, request, { action: 'token.made', details });
    return { ...result.made, token: result.token };
  });

  serve(app, 'DELETE /v1/tokens/:id', async ({ request, path }) => {
    const { userId } = requireCaller(request);
    const { id } = path;
    const token = isId('tok', id) ? await deps.tokens.revoke(id, userId) : null;
    if (token === null) throw notFound('Token not found');
    close([token.id]);
    const details = { name: token.name };
    await writeAudit(deps, request, { action: 'token.revoked', details });
    return { ok: true } as const;
  });
}
