import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AppError } from '@weft/std';
import { z } from 'zod';
import { isSameSecret } from '../constant-time.ts';
import { takeDataDir } from '../data-dir.ts';

const rotatedSecrets = z.object({ sealed: z.number(), lost: z.number() });
export type RotatedSecrets = z.infer<typeof rotatedSecrets>;

/** What commands beside a running server may ask of it. */
export interface OperatorWork {
  /** Puts a copy of the embedded database into a folder; null where PostgreSQL itself can be asked. */
  readonly copyDatabase: ((folder: string) => Promise<void>) | null;
  /** Whether nobody has signed up yet. */
  readonly isEmpty: () => Promise<boolean>;
  /** Seals everything anew with a new key. */
  readonly rotateSecrets: () => Promise<RotatedSecrets>;
}

const fileName = 'operator.json';
/** Copies of the database for commands that read it: `<DATA_DIR>/snapshots/<random>/database`. */
const snapshotsIn = (dataDir: string): string => join(dataDir, 'snapshots');
/** Milliseconds after which a copy whose lock nobody holds counts as left behind. */
const leftOverAfter = 60_000;

/**
 * Lets commands on this machine speak to the running server, which alone has the embedded database open. It listens on
 * this machine only and asks for a token that lies in `DATA_DIR`, readable by the server's own user alone.
 */
export async function openOperatorApi(dataDir: string, work: OperatorWork): Promise<AsyncDisposable> {
  const token = randomBytes(32).toString('base64url');
  const answers: { readonly [path: string]: (request: IncomingMessage) => Promise<unknown> } = {
    '/snapshot': (request) => snapshot(dataDir, work, request),
    '/rotate-secrets': () => work.rotateSecrets(),
    '/is-empty': async () => ({ empty: await work.isEmpty() }),
  };
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? ''];
    if (!isToken(request.headers.authorization, token) || answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      response
        .writeHead(500)
        .end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    }
  });
  await sweep(dataDir, 0);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const file = join(dataDir, fileName);
  rmSync(file, { force: true });
  const { port } = server.address() as AddressInfo;
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600 });
  chmodSync(file, 0o600);
  return {
    [Symbol.asyncDispose]: async () => {
      rmSync(file, { force: true });
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isToken(header: string | undefined, token: string): boolean {
  return isSameSecret(header ?? '', `Bearer ${token}`);
}

/** The folder of a copy; whoever asked takes its lock and removes it. */
async function snapshot(dataDir: string, work: OperatorWork, request: IncomingMessage): Promise<unknown> {
  if (work.copyDatabase === null) throw new AppError('invalid', 'This server keeps its data in PostgreSQL.');
  await sweep(dataDir, leftOverAfter);
  const folder = join(snapshotsIn(dataDir), randomBytes(8).toString('hex'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await work.copyDatabase(join(folder, 'database'));
    if (request.socket.destroyed) throw new AppError('conflict', 'Whoever asked for the copy is gone.');
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder };
}

/** Removes copies that nobody reads any more. */
async function sweep(dataDir: string, olderThan: number): Promise<void> {
  const parent = snapshotsIn(dataDir);
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs < olderThan) continue;
    try {
      (await takeDataDir(folder, 0)).release();
    } catch {
      continue;
    }
    await rm(folder, { recursive: true, force: true });
  }
}

const door = z.object({ port: z.number(), token: z.string() });

/** Asks the server that runs on this folder. */
async function ask<T>(dataDir: string, path: string, shape: z.ZodType<T>): Promise<T> {
  let answer: Response;
  try {
    const { port, token } = door.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')));
    answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  } catch (error) {
    throw new AppError(
      'unavailable',
      `A server has the data folder ${dataDir} open, but it could not be asked. Is it starting or stopping, or does it run in another container or as another user?`,
      undefined,
      { cause: error },
    );
  }
  const body: unknown = await answer.json();
  if (!answer.ok) throw new AppError('unavailable', z.object({ message: z.string() }).parse(body).message);
  return shape.parse(body);
}

/** A copy of the running server's embedded database, this process's own until `release` removes it. */
export async function askForSnapshot(
  dataDir: string,
): Promise<{ readonly database: string; readonly release: () => Promise<void> }> {
  const { folder } = await ask(dataDir, '/snapshot', z.object({ folder: z.string() }));
  const lock = await takeDataDir(folder, 0);
  return {
    database: join(folder, 'database'),
    release: async () => {
      lock.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether nobody has signed up at the running server yet. */
export const askWhetherEmpty = async (dataDir: string): Promise<boolean> =>
  (await ask(dataDir, '/is-empty', z.object({ empty: z.boolean() }))).empty;

/** Has the running server seal all its secrets anew. */
export const askToRotateSecrets = (dataDir: string): Promise<RotatedSecrets> =>
  ask(dataDir, '/rotate-secrets', rotatedSecrets);
