import { AppError } from '@weft/std';
import type { FastifyRequest } from 'fastify';

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A token in a header is never sent by a browser on its own: such calls need no origin. */
export const hasToken = (request: FastifyRequest): boolean =>
  /^bearer\s/i.test(request.headers.authorization ?? '');

function isOurs(origin: string, request: FastifyRequest, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  // Of the scheme people use, which a trusted proxy says, or else the public address: whoever is between a browser and
  // an https server can serve pages of its name over http.
  const scheme = request.protocol === 'https' ? 'https:' : new URL(baseUrl).protocol;
  // The page may have been opened under another name of this server; a cookie belongs to that name alone.
  return host === request.host && protocol === scheme;
}

/** Refuses a state-changing call that a browser may have been tricked into sending with its cookie. */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (!changing.has(request.method) || hasToken(request)) return;
  const { origin, cookie } = request.headers;
  if (origin === undefined && cookie === undefined) return;
  if (origin === undefined || !isOurs(origin, request, baseUrl))
    throw new AppError('forbidden', 'This call must come from a page of this server');
}

/** Refuses a stream opened by a page of another site (GET requests carry the cookie across sites on navigation). */
export function requireSameSite(request: FastifyRequest, baseUrl: string): void {
  if (hasToken(request)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign = origin !== undefined && !isOurs(origin, request, baseUrl);
  if (foreign || site === 'cross-site' || site === 'same-site')
    throw new AppError('forbidden', 'This stream must be opened by a page of this server');
}
