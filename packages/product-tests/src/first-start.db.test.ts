import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { emptyDatabase, postgresServer, quickStart, signUp, startProduct, startProgram } from '@weft/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { patience } from './patience.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

interface Starting {
  readonly process: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

/** A server that nobody waits for. */
function start(env: { readonly [name: string]: string }): Starting {
  const child = startProgram([...quickStart, main], { PORT: '0', ...env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, said: () => said, ended };
}

const killed = async ({ process, ended }: Starting): Promise<void> => {
  process.kill('SIGKILL');
  await ended;
};

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-first-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of the database so far, in its folder or where they are made. */
const databaseFiles = (folder: string): number => {
  try {
    return readdirSync(folder, { recursive: true }).filter((path) => String(path).startsWith('database'))
      .length;
  } catch {
    // Some of them were moved or removed meanwhile.
    return 0;
  }
};

describe('a first start that is killed', () => {
  it('as often and as late as one likes, is made good by the next', patience, () =>
    inFolder(async (DATA_DIR) => {
      for (const count of [1, 20, 900]) {
        const first = start({ DATA_DIR });
        while (databaseFiles(DATA_DIR) < count && first.process.exitCode === null) await sleep(1);
        expect(first.process.exitCode, first.said()).toBe(null);
        await killed(first);
      }
      await using product = await startProduct({ DATA_DIR });
      await signUp(product.url, 'ann');
    }),
  );
});

describe('two servers started on one DATA_DIR at once', () => {
  it('are one that answers, and one that says whose the folder is', patience, () =>
    inFolder(async (DATA_DIR) => {
      const both = [start({ DATA_DIR }), start({ DATA_DIR })];
      const first = await Promise.race(both.map(async (one) => [one, await one.ended] as const));
      const [refused, code] = first;
      const answering = both.find((one) => one !== refused);
      expect(code).toBe(2);
      expect(refused.said()).toContain(`is in use by the process ${answering?.process.pid}.`);
      while (!answering?.said().includes('is ready')) await sleep(50);
      const { url } = JSON.parse(readFileSync(join(DATA_DIR, 'server.json'), 'utf8')) as { url: string };
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      answering.process.kill('SIGTERM');
      expect(await answering.ended).toBe(0);
    }),
  );
});

describe.skipIf(postgresServer() === undefined)('a migration that is killed', () => {
  it('leaves the database as it was, and is done by the next start', patience, async () => {
    const database = await emptyDatabase();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    try {
      // The database of the first version, with somebody in it.
      const folder = new URL('../../db/src/migrations/', import.meta.url);
      await admin.query(readFileSync(new URL('0001_control.sql', folder), 'utf8'));
      await admin.query(
        `CREATE TABLE public.weft_migrations (name text PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now());
         INSERT INTO public.weft_migrations (name) VALUES ('0001_control.sql');
         INSERT INTO weft.auth_user (id, name, email, "emailVerified") VALUES ('u', 'Old Ann', 'old@example.org', true)`,
      );
      const names = async () =>
        (await admin.query('SELECT name FROM public.weft_migrations ORDER BY name')).rows.map(
          ({ name }) => name,
        );
      const tables = async () =>
        (await admin.query(`SELECT count(*) FROM pg_class WHERE relnamespace = 'weft'::regnamespace`)).rows;
      const before = [await names(), await tables()];
      // Whoever reads a table stops the migration that changes it, in its middle.
      await admin.query('BEGIN; LOCK TABLE weft.imports IN ACCESS SHARE MODE');
      await inFolder(async (DATA_DIR) => {
        const first = start({ DATA_DIR, ...database.settings });
        const waiting = async () =>
          (
            await admin.query(
              `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'weft.imports'::regclass`,
            )
          ).rowCount === 1;
        while (!(await waiting()) && first.process.exitCode === null) await sleep(20);
        await killed(first);
        await admin.query('COMMIT');
        expect([await names(), await tables()]).toEqual(before);
        await using product = await startProduct({ DATA_DIR, ...database.settings });
        expect(await names()).toEqual(readdirSync(folder).toSorted());
        await signUp(product.url, 'ann');
      });
    } finally {
      await admin.end();
      await database.drop();
    }
  });
});
