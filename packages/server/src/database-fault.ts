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
/** The embedded database works with at least so much free, in bytes. */
const room = 40 * 1024 * 1024;

/** What a database said, with what lies behind it and without a period at the end. Never tells a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.message.replace(/\.$/, '');
  const behind = error instanceof AppError && error.cause instanceof Error ? reasonOf(error.cause) : reason;
  return behind === reason ? reason : `${reason} (${behind})`;
}

/** A sentence when PostgreSQL refuses for want of a right; else null. */
export function lackOfRight(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return null;
  return `The user that Weft is at the PostgreSQL database lacks a right: ${reasonOf(error)}. Make that user the owner of the database.`;
}

/** What went wrong while opening a database and bringing it up to date, as a sentence where its cause is known. */
export function databaseFault({ databaseUrl, dataDir }: Place, error: unknown): unknown {
  const told = (sentence: string) => new AppError('unavailable', sentence, undefined, { cause: error });
  const right = lackOfRight(error);
  if (right !== null) return told(right);
  // Sentences of ours stay; so does an error nobody foresaw, with its stack.
  if (!(error instanceof AppError) || error.kind !== 'unavailable') return error;
  if (databaseUrl !== null) return told(`DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  if (('code' in error && error.code === diskFull) || isFull(dataDir))
    return told(
      `DATA_DIR ${dataDir} lies on a disk with less than 40 MB free, which the database needs to work. Nothing was changed: make room and start again.`,
    );
  const behind = error.cause instanceof Error ? reasonOf(error.cause) : '';
  // PGlite ends so whatever was wrong with its files.
  const why = /^(Aborted|$)/.test(behind) ? '' : ` (${behind})`;
  return told(
    `The database in ${join(dataDir, 'database')} cannot be opened${why}. What is there was left as it is: see who may read and write it, or restore a backup.`,
  );
}

/** Whether the database broke for want of room, which it does not always say. */
function isFull(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < room;
}
