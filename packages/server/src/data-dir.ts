import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@weft/std';
import { folderFault, requireFolder } from './files/folder-fault.ts';

/** Milliseconds a second server waits for the first to end: a restart overlaps its predecessor. */
const lockTimeout = 10_000;
/** SQLite's code for a lock that somebody else holds. */
const busy = 5;

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
 * Locks the folder for this process. The lock is the operating system's, on an (empty) SQLite file, so it ends with the
 * process even after a crash; a pid file only serves to name its holder. Throws an error in words when the folder cannot
 * be used.
 */
export async function takeDataDir(path: string, timeout = lockTimeout): Promise<DataDir> {
  requireFolder('DATA_DIR', path);
  try {
    return await take(path, timeout);
  } catch (error) {
    throw folderFault('DATA_DIR', path, error);
  }
}

async function take(path: string, timeout: number): Promise<DataDir> {
  const pidFile = join(path, 'lock.pid');
  const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  for (let waited = 0; !isTaken(lock); waited += 200) {
    if (waited >= timeout) {
      lock.close();
      throw new AppError('conflict', `DATA_DIR ${path} is in use by the process ${holderOf(pidFile)}.`);
    }
    await sleep(200);
  }
  writeFileSync(pidFile, String(process.pid));
  keepPrivate(join(path, 'database'));
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
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}

/** The embedded database's files are writable for everybody: the folder's mode keeps other users of the machine out. */
function keepPrivate(folder: string): void {
  if (existsSync(folder)) chmodSync(folder, 0o700);
}

const holderOf = (pidFile: string): string =>
  existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'unknown';

function secretIn(file: string): string {
  const secret = madeOnce(file, 0o600);
  chmodSync(file, 0o600);
  if (secret.length >= 32) return secret;
  throw new AppError(
    'invalid',
    `The secret in ${file} is shorter than 32 characters. Put the old one back, or remove the file: then a new one is made and everybody signs in again.`,
  );
}

/** A random text, created once and stored in the folder atomically: whole or not at all, even in a power cut. */
function madeOnce(file: string, mode: number): string {
  if (!existsSync(file)) {
    const part = `${file}.part`;
    rmSync(part, { force: true });
    writeFileSync(part, randomBytes(48).toString('base64url'), { mode, flag: 'wx', flush: true });
    renameSync(part, file);
  }
  return readFileSync(file, 'utf8').trim();
}
