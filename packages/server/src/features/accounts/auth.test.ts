import { AppError } from '@weft/std';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createAuth } from './auth.ts';

class GoneDriver extends DummyDriver {
  override acquireConnection(): never {
    throw new AppError('unavailable', 'The database cannot be reached');
  }
}

describe('signing in while the database is gone', () => {
  it('is refused by what the database says, and not with an empty answer', async () => {
    const log = pino({ level: 'silent' });
    const outgoing = { request: () => Promise.reject(new Error('Nothing is asked')) };
    const auth = createAuth({
      db: new Kysely<unknown>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new GoneDriver(),
          createIntrospector: (db) => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
      }),
      baseUrl: 'http://127.0.0.1:1',
      secret: 'a secret that is long enough for everybody',
      log,
      oidc: { providers: [], outgoing, log, beforeSignUp: async () => {} },
      mailer: { send: async () => {} },
      onReset: async () => {},
      onVerified: async () => {},
    });
    const request = new Request('http://127.0.0.1:1/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ann@example.org","password":"correct horse"}',
    });
    await expect(auth.handler(request)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
