import { statfsSync } from 'node:fs';
import { databaseError } from '../pg-errors.ts';

const megabyte = 1024 * 1024;
/**
 * The embedded database does not survive a disk that fills up under it: what it cannot write to its log ends it. So it
 * stops before, leaving room for two segments of the log (16 MB each).
 */
const leastForAnything = 40 * megabyte;
/** Loads stop earlier, so that there is room for taking back what they have loaded. */
const leastForLoads = 96 * megabyte;

/** Throws `unavailable` when the disk is too full to write; about 5 µs. A database in memory has no folder. */
export function requireRoom(folder: string | null, load: number | null = null): void {
  if (folder === null) return;
  const { bavail, bsize } = statfsSync(folder);
  // A loaded line is written to the log, to the table and into its indexes.
  const wanted = load === null ? leastForAnything : leastForLoads + load * 4;
  if (bavail * bsize >= wanted) return;
  throw databaseError({ code: '53100', message: `Fewer than ${wanted} bytes are free` });
}
