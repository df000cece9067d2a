import { statfsSync } from 'node:fs';
import { databaseError } from '../pg-errors.ts';

const megabyte = 1024 * 1024;
/**
 * The embedded database crashes on a full disk, when it cannot write its log. So writes are refused before, leaving room
 * for two log segments (16 MB each).
 */
const minFree = 40 * megabyte;
/** Loads are refused earlier, so that there is room to roll them back. */
const minFreeForLoads = 96 * megabyte;

/** Throws `unavailable` when the disk is too full to write; about 5 µs. A database in memory has no folder. */
export function requireRoom(folder: string | null, load: number | null = null): void {
  if (folder === null) return;
  const { bavail, bsize } = statfsSync(folder);
  // A loaded line is written to the log, to the table and into its indexes.
  const wanted = load === null ? minFree : minFreeForLoads + load * 4;
  if (bavail * bsize >= wanted) return;
  throw databaseError({ code: '53100', message: `Fewer than ${wanted} bytes are free` });
}
