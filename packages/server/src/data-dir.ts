import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@weft/std';

/** How long a second server waits for the first to end (a restart overlaps its predecessor). */
const waitFor = 10_000;

export interface DataDir {
  readonly path: string;
  /** The secret kept here, made the first time. */
  readonly secret: () => string;
  /** The name of the server of this folder among those of one database. */
  readonly identity: () => string;
  /** Tells other programs where the server is. */
  readonly announce: (url: string) => void;
  readonly release: () => void;
}

/**
 * Takes the folder for this process alone. The lock is one of the operating system on an (empty) SQLite file,
 * so it ends with the process however that goes; a pid file only serves to name who holds it.
 */
export async function takeDataDir(path: string, patience = waitFor): Promise<DataDir> {
  mkdirSync(path, { recursive: true });
  const pidFile = join(path, 'lock.pid');
  const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  for (let waited = 0; !isTaken(lock); waited += 200) {
    if (waited >= patience) {
      lock.close();
      throw new AppError('conflict', `DATA_DIR ${path} is in use by the process ${holderOf(pidFile)}.`);
    }
    await sleep(200);
  }
  writeFileSync(pidFile, String(process.pid));
  const announcement = join(path, 'server.json');
  rmSync(announcement, { force: true });
  return {
    path,
    secret: () => secretIn(join(path, 'secret')),
    identity: () => madeOnce(join(path, 'identity'), 0o644),
    announce: (url) => writeFileSync(announcement, `${JSON.stringify({ pid: process.pid, url })}\n`),
    release: () => {
      rmSync(announcement, { force: true });
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch {
    return false;
  }
}

const holderOf = (pidFile: string): string =>
  existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'unknown';

function secretIn(file: string): string {
  const secret = madeOnce(file, 0o600);
  chmodSync(file, 0o600);
  return secret;
}

/** A random text that the folder keeps. */
function madeOnce(file: string, mode: number): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
