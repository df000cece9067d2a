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

/** Most bytes of a body sent without a session, which only signing up and in accept. */
export const maxAnonymousBody = 64 * 1024;

/** The announced size of a body; without a length the most its route accepts. */
function announced({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0;
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  return Number(headers['content-length'] ?? 0);
}

/** Forms are written to disk as they come. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false;

/** Refuses bodies without a session, except on open routes. */
function requireKnownSender({ caller, method, routeOptions }: FastifyRequest): void {
  if (caller !== null) return;
  if (routeOptions.url === undefined) throw notFound();
  if (scopeOfRoute(`${method} ${routeOptions.url}`) !== 'open')
    throw new AppError('unauthenticated', 'User not found');
}

/** Admission control: decides by the headers, before the body is read, whether there is capacity for a request. */
export function admitRequests(app: FastifyInstance, isCounted: (request: FastifyRequest) => boolean): void {
  const inFlight = new InFlight();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = announced(request);
    if (bytes > 0) requireKnownSender(request);
    const { isStream = false } = request.routeOptions.config;
    if (isCounted(request) && (!isStream || bytes > 0)) {
      const sender = { userId: request.caller?.userId ?? null, network: networkOf(request.ip) };
      const release = inFlight.take(sender, isForm(request) ? 0 : bytes);
      whenClosed(reply.raw, release);
      // What a stream was asked for counts until it has arrived, not for as long as its reader stays.
      if (isStream) request.raw.once('end', release);
    }
    done(null, payload);
  });
}
