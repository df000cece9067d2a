import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addSecurityHeaders } from './security.ts';

const headersOf = async (https: boolean) => {
  const app = fastify();
  addSecurityHeaders(app, https);
  app.get('/', async () => 'here');
  const { headers } = await app.inject('/');
  return headers;
};

describe('the security headers', () => {
  it('let no script run but files of this server', async () => {
    const headers = await headersOf(false);
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => {
          const [name = '', ...sources] = directive.trim().split(' ');
          return [name, sources.join(' ')];
        }),
    );
    expect(policy).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'script-src-attr': "'none'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('ask for https where the server is reached by it', async () => {
    const headers = await headersOf(true);
    expect(headers['content-security-policy']).toMatch(/upgrade-insecure-requests/);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});
