import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@weft/std';

/** Where the data is: a PostgreSQL address, or null and the folder with the embedded database. */
interface Place {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** PostgreSQL's code for a disk that is full. */
const diskFull = '53100';
/** Least free bytes the embedded database works with. */
const minFree = 40 * 1024 * 1024;

/** A database error's message with that of its cause, without a final period. Never contains a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.message.replace(/\.$/, '');
  const behind = error instanceof AppError && error.cause instanceof Error ? reasonOf(error.cause) : reason;
  return behind === reason ? reason : `${reason} (${behind})`;
}

/** An explanation when PostgreSQL refuses for lack of a privilege; else null. */
export function lackOfRight(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return null;
  return `The user that Weft is at the PostgreSQL database lacks a right: ${reasonOf(error)}. Make that user the owner of the database.`;
}

/** Explains an error of opening or migrating the database, where its cause is known. */
export function databaseFault({ databaseUrl, dataDir }: Place, error: unknown): unknown {
  const told = (sentence: string) => new AppError('unavailable', sentence, undefined, { cause: error });
  const right = lackOfRight(error);
  if (right !== null) return told(right);
  // Our own messages stay; so does an unexpected error, with its stack.
  if (!(error instanceof AppError) || error.kind !== 'unavailable') return error;
  if (databaseUrl !== null) return told(`DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  if (('code' in error && error.code === diskFull) || isFull(dataDir))
    return told(
      `DATA_DIR ${dataDir} lies on a disk with less than 40 MB free, which the database needs to work. Nothing was changed: make room and start again.`,
    );
  const behind = error.cause instanceof Error ? reasonOf(error.cause) : '';
  // PGlite reports every fault of its files like this.
  const why = /^(Aborted|$)/.test(behind) ? '' : ` (${behind})`;
  return told(
    `The database in ${join(dataDir, 'database')} cannot be opened${why}. What is there was left as it is: see who may read and write it, or restore a backup.`,
  );
}

/** Whether the database failed because the disk is full, which it does not always report. */
function isFull(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < minFree;
}
