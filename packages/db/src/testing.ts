import { randomBytes } from 'node:crypto';
import { preparedDatabase } from '@weft/testkit';
import { describe } from 'vitest';
import { openInMemory } from './engine/embedded-engine.ts';
import type { Engine } from './engine/engine.ts';
import { openPostgres } from './engine/open.ts';

/** A migrated engine of a test's own; `close` removes what it left. */
export interface TestEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** An empty database in memory. */
export async function openEmpty(): Promise<Engine> {
  return openInMemory((await preparedDatabase()).image);
}

async function embedded(): Promise<TestEngine> {
  const engine = await openEmpty();
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}

async function postgres(server: string): Promise<TestEngine> {
  const name = `weft_test_${randomBytes(6).toString('hex')}`;
  const admin = await openPostgres(server);
  await admin.exec(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const engine = await openPostgres(url.href);
  return {
    engine,
    [Symbol.asyncDispose]: async () => {
      await engine.close();
      await admin.exec(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}

/** Runs a suite on the embedded engine, and on PostgreSQL where `TEST_DATABASE_URL` names a server. */
export function describeEngines(name: string, suite: (open: () => Promise<TestEngine>) => void): void {
  const server = process.env.TEST_DATABASE_URL;
  describe(`${name} (embedded)`, () => suite(embedded));
  describe.skipIf(server === undefined)(`${name} (PostgreSQL)`, () => suite(() => postgres(server ?? '')));
}
