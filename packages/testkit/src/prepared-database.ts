import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

// PostgreSQL's own preparation of an empty database takes 4 CPU-seconds, a copy of its files 0.1: tests open hundreds.

/** An empty embedded database as PostgreSQL leaves it, before anything of ours. */
interface PreparedDatabase {
  readonly folder: string;
  /** The same as a tar archive, for a database in memory. */
  readonly image: string;
}

/** The prepared database of this machine's temporary folder, made by whoever needs it first. */
export async function preparedDatabase(): Promise<PreparedDatabase> {
  const { dependencies } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as {
    readonly dependencies: { readonly '@electric-sql/pglite': string };
  };
  const place = join(tmpdir(), `weft-empty-database-${dependencies['@electric-sql/pglite']}`);
  if (!existsSync(place)) {
    const making = `${place}-${randomUUID()}`;
    await prepare(making);
    // Another process may have been quicker: its files are the same.
    await rename(making, place).catch(() => rm(making, { recursive: true }));
  }
  return filesIn(place);
}

/** Makes a folder in which the embedded database opens at once, unless it is there. */
export async function copyPreparedDatabase(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await cp((await preparedDatabase()).folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const filesIn = (place: string): PreparedDatabase => ({
  folder: join(place, 'folder'),
  image: join(place, 'image.tar'),
});

async function prepare(place: string): Promise<void> {
  const { folder, image } = filesIn(place);
  await mkdir(folder, { recursive: true });
  const database = await PGlite.create(folder);
  const archive = await database.dumpDataDir('none');
  await database.close();
  await writeFile(image, archive.stream());
}
