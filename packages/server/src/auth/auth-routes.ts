import { textFault } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import type { Invitation } from '../directory/invitations.ts';
import { refuseProtoKeys } from '../http/json-keys.ts';

const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: 60_000 } });

/** The contract's calls; the library's others are not part of the product and are not found. */
const routes = [
  { method: 'POST', path: 'sign-up/email', config: perMinute(60) },
  { method: 'POST', path: 'sign-in/email', config: perMinute(30) },
  { method: 'POST', path: 'sign-out', config: {} },
  { method: 'GET', path: 'get-session', config: {} },
] as const;

async function passOn(services: Services, request: FastifyRequest, body?: string): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  if (request.method === 'POST') headers.set('content-type', 'application/json');
  const url = new URL(request.url, services.baseUrl());
  const text = body ?? (typeof request.body === 'string' ? request.body : '');
  return services.auth().handler(
    new Request(url, {
      method: request.method,
      headers,
      ...(request.method === 'POST' ? { body: text || '{}' } : {}),
    }),
  );
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status).header('cache-control', 'no-store');
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
  const type = response.headers.get('content-type');
  if (type !== null) void reply.header('content-type', type);
  return reply.send(await response.text());
}

function bodyOf(request: FastifyRequest): { readonly [key: string]: unknown } {
  const text = typeof request.body === 'string' ? request.body : '';
  refuseProtoKeys(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('body', 'Not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('body', 'Not an object');
  return body as { readonly [key: string]: unknown };
}

/** The invitation a sign-up names, in its body or its address; null when it names none. */
async function invitationOf(
  services: Services,
  request: FastifyRequest,
  body: { readonly [key: string]: unknown },
): Promise<Invitation | null> {
  const query = request.query as { readonly [name: string]: unknown };
  const code = body.invitationCode ?? query.invitationCode ?? null;
  if (code === null || code === '') return null;
  const invitation = typeof code === 'string' ? await services.invitations.open(code) : null;
  if (invitation === null)
    throw new AppError('invalid', 'This invitation is not valid any more', [
      { path: 'invitationCode', reason: 'Unknown, used or expired' },
    ]);
  return invitation;
}

async function signUp(services: Services, request: FastifyRequest): Promise<Response> {
  const {
    invitationCode: _code,
    name,
    email,
    password,
  } = { invitationCode: null, ...bodyOf(request) } as { readonly [key: string]: unknown };
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200)
    throw invalid('name', 'Give a name of at most 200 characters');
  const fault = [name, email, password]
    .map((text) => (typeof text === 'string' ? textFault(text) : 'Not a text'))
    .find((found) => found !== null);
  if (fault !== undefined) throw invalid('email', fault);
  const invitation = await invitationOf(services, request, bodyOf(request));
  // One at a time, so that "the first person" is one person.
  return services.signUps.run(async () => {
    const first = await services.people.isEmpty();
    const { signup } = services.settings;
    if (!first && signup === 'closed') throw new AppError('forbidden', 'Sign-up is closed on this server');
    if (!first && signup === 'invite' && invitation === null)
      throw new AppError('forbidden', 'You need an invitation to sign up on this server');
    const response = await passOn(services, request, JSON.stringify({ name: name.trim(), email, password }));
    if (!response.ok) return response;
    const { user } = (await response.clone().json()) as { readonly user: { readonly id: string } };
    if (invitation === null) await services.people.makeOrganization(user.id, name.trim());
    else await services.invitations.accept(invitation, user.id);
    return response;
  });
}

/** Sign-up, sign-in, sign-out and the session, under /api/auth. */
export function mountAuth(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, body),
    );
    for (const { method, path, config } of routes) {
      scope.route({
        method,
        url: `/api/auth/${path}`,
        config,
        handler: async (request, reply) => {
          if (path === 'sign-up/email') return answer(reply, await signUp(services, request));
          const response = await passOn(services, request);
          if (path === 'sign-out') {
            if (request.caller !== null) {
              // The library ends the cookie's session; one named by a token is ended here.
              await services.people.endSession(request.caller.sessionId);
              services.streams.endSession(request.caller.sessionId);
            }
            services.sessions.forget();
          }
          return answer(reply, response);
        },
      });
    }
  });
}
