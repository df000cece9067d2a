import { expect, it } from 'vitest';
import { errorOf, Later } from './transport.ts';

const refused = (status: number, body: unknown, headers: { readonly [name: string]: string } = {}) =>
  errorOf(status, body, new Headers(headers));

it('waits for a server that is asked too often, whose own word for it is that of what is too large', () => {
  const body = { error: { data: { kind: 'limit', message: 'Too many requests' } } };
  expect(refused(429, body).kind).toBe('rate-limit');
  expect(refused(413, body).kind).toBe('limit');
});

it('knows the end of a session also by a proxy that signs people in', () => {
  expect(refused(401, null).kind).toBe('unauthenticated');
});

it('takes the pause a server asks for, by its own clock', () => {
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
  const later = 'Sat, 21 Nov 2026 09:00:30 GMT';
  const waits = [
    refused(429, null, { 'retry-after': '7' }),
    refused(503, null, { 'retry-after': later, date }),
    refused(503, null, { 'retry-after': date, date: later }),
    refused(503, null, { 'retry-after': 'soon', date }),
    refused(409, null, { 'retry-after': '7' }),
  ].map((error) => (error instanceof Later ? error.after : null));
  expect(waits).toEqual([7_000, 30_000, 0, null, null]);
});
