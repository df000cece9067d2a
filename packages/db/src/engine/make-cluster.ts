// A program: makes the files of an empty embedded database in the folder it is given, and ends.
import { rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { must } from '@weft/std';
import { DurableFiles, flushingSettings, flushingStart } from './durable-files.ts';

const parent = process.ppid;
const folder = must(process.argv[2], 'a folder');
try {
  const database = await PGlite.create({
    fs: new DurableFiles(folder),
    startParams: flushingStart,
    postgresqlconf: [...flushingSettings],
  });
  await database.close();
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
// Whoever waited for it was killed.
if (process.ppid !== parent) await rm(folder, { recursive: true, force: true });
