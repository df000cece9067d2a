import { textFault } from '@weft/protocol';
import { invalid } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasToken } from '../../http/origin.ts';
import { requireSafeJson } from '../../http/safe-json.ts';
import { addressHeader } from './auth.ts';
import type { AccountsDeps } from './deps.ts';

export type Body = { readonly [key: string]: unknown };

/** The request's JSON object; anything else is refused. */
export function bodyOf(request: FastifyRequest): Body {
  const text = typeof request.body === 'string' ? request.body : '';
  requireSafeJson(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('body', 'Not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('body', 'Not an object');
  return body as Body;
}

/** A text of the body; anything else is refused. */
export function textOf(body: Body, name: string): string {
  const text = body[name];
  if (typeof text !== 'string' || text === '') throw invalid(name, 'Not a text');
  const fault = textFault(text);
  if (fault !== null) throw invalid(name, fault);
  return text;
}

/** The headers of a request as the sign-in library may see them. */
export function headersFor(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  // A call with a token is made in its name alone, and was not asked for its origin.
  if (hasToken(request)) headers.delete('cookie');
  // Not what the client says of itself: the address the server found, by TRUST_PROXY.
  headers.set(addressHeader, request.ip);
  return headers;
}

/** Forwards a request to the sign-in library, with only the given body or query. */
export async function passOn(
  deps: AccountsDeps,
  request: FastifyRequest,
  change: {
    readonly body?: Body;
    readonly search?: { readonly [name: string]: string };
  } = {},
): Promise<Response> {
  const headers = headersFor(request);
  if (request.method === 'POST') headers.set('content-type', 'application/json');
  const url = new URL(request.url, deps.baseUrl());
  if (change.search !== undefined) url.search = new URLSearchParams(change.search).toString();
  const text =
    change.body === undefined
      ? typeof request.body === 'string'
        ? request.body
        : ''
      : JSON.stringify(change.body);
  return deps.auth().handler(
    new Request(url, {
      method: request.method,
      headers,
      ...(request.method === 'POST' ? { body: text || '{}' } : {}),
    }),
  );
}

export async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status).header('cache-control', 'no-store');
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null) void reply.header('location', location);
  const type = response.headers.get('content-type');
  if (type !== null) void reply.header('content-type', type);
  return reply.send(await response.text());
}
