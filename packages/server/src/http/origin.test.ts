import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { requireOwnOrigin, requireSameSite } from './origin.ts';

const https = 'https://weft.example.org';
const http = 'http://weft.example.org';

/** A call with a cookie from a page; `protocol` is https where a trusted proxy says so. */
const callFrom = (origin: string, protocol: 'http' | 'https' = 'http') =>
  ({
    method: 'POST',
    protocol,
    host: 'weft.example.org',
    headers: { origin, host: 'weft.example.org', cookie: 'x=1' },
  }) as unknown as FastifyRequest;

describe.each([
  ['a call that changes something', requireOwnOrigin],
  ['a stream', requireSameSite],
])('%s', (_, check) => {
  it('is taken from a page of the public address, and not from its look-alike without encryption', () => {
    expect(() => check(callFrom(https), https)).not.toThrow();
    expect(() => check(callFrom(http), https)).toThrow('of this server');
    expect(() => check(callFrom(http, 'https'), https)).toThrow('of this server');
  });
  it('is taken under another name of the server, with the same scheme', () => {
    const local = 'http://127.0.0.1:3000';
    expect(() => check(callFrom(http), local)).not.toThrow();
    expect(() => check(callFrom(https), local)).toThrow('of this server');
    // A proxy that TRUST_PROXY names says that the page came over https.
    expect(() => check(callFrom(https, 'https'), local)).not.toThrow();
    expect(() => check(callFrom(http, 'https'), local)).toThrow('of this server');
    expect(() => check(callFrom('https://evil.example.org', 'https'), local)).toThrow('of this server');
    expect(() => check(callFrom('null'), local)).toThrow('of this server');
  });
});
