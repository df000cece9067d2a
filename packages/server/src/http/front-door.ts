import { AppError, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InFlight } from './in-flight.ts';
import { networkOf } from './network.ts';
import { scopeOfRoute } from './scopes.ts';
import { whenClosed } from './when-closed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open for as long as its reader stays, and limited by itself. */
    isStream?: boolean;
  }
}

/** What a stranger may send, and only where strangers have something to say: signing up and in. */
export const strangersBody = 64 * 1024;

/** The bytes a request says it will send; without a length as many as its route takes. */
function announced({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  return Number(headers['content-length'] ?? 0);
}

/** Forms are written to disk as they come. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false;

/** Refuses what a stranger sends where only people who are signed in have something to send. */
function requireKnownSender({ caller, method, routeOptions }: FastifyRequest): void {
  if (caller !== null) return;
  if (routeOptions.url === undefined) throw notFound();
  if (scopeOfRoute(`${method} ${routeOptions.url}`) !== 'open')
    throw new AppError('unauthenticated', 'Sign in first');
}

/** Decides by a request's headers, before any of its body is read, whether there is room for it. */
export function watchTheDoor(app: FastifyInstance, isCounted: (request: FastifyRequest) => boolean): void {
  const inFlight = new InFlight();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = announced(request);
    if (bytes > 0) requireKnownSender(request);
    if (isCounted(request) && request.routeOptions.config.isStream !== true) {
      const sender = { userId: request.caller?.userId ?? null, network: networkOf(request.ip) };
      whenClosed(reply.raw, inFlight.take(sender, isForm(request) ? 0 : bytes));
    }
    done(null, payload);
  });
}
