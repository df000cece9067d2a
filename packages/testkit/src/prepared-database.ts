import { createHash, randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from './program.ts';

// PostgreSQL's own preparation of an empty database takes 4 CPU-seconds and our migrations 0.8, a copy of the files 0.1:
// tests open hundreds.

/** An embedded database to begin with. */
interface PreparedDatabase {
  readonly folder: string;
  /** The same as a tar archive, for a database in memory. */
  readonly image: string;
}

const maker = fileURLToPath(new URL('prepare-database.ts', import.meta.url));
const migrations = new URL('../../db/src/migrations/', import.meta.url);

/** An empty database as PostgreSQL leaves it, before anything of ours; of this machine's temporary folder. */
export async function preparedDatabase(): Promise<PreparedDatabase> {
  const { dependencies } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as {
    readonly dependencies: { readonly '@electric-sql/pglite': string };
  };
  return prepared(`weft-empty-database-${dependencies['@electric-sql/pglite']}`);
}

/** The same with the migrations of this version. */
export async function migratedDatabase(): Promise<PreparedDatabase> {
  const empty = await preparedDatabase();
  const hash = createHash('sha256').update(empty.folder);
  for (const name of (await readdir(migrations)).toSorted())
    hash.update(name).update(await readFile(new URL(name, migrations)));
  return prepared(`weft-migrated-database-${hash.digest('hex').slice(0, 16)}`, empty.folder);
}

/** Makes a folder in which the embedded database opens at once, with our migrations, unless it is there. */
export async function copyPreparedDatabase(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await cp((await migratedDatabase()).folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** The database of this name, made by whoever needs it first. */
async function prepared(name: string, ...from: readonly string[]): Promise<PreparedDatabase> {
  const place = join(tmpdir(), name);
  if (!existsSync(place)) {
    const making = `${place}-${randomUUID()}`;
    await make(making, from);
    // Another process may have been quicker: its files are the same.
    await rename(making, place).catch(() => rm(making, { recursive: true }));
  }
  return { folder: join(place, 'folder'), image: join(place, 'image.tar') };
}

/** In a process of its own: the runners of tests load this file each in their way. */
function make(place: string, from: readonly string[]): Promise<void> {
  const program = startProgram([maker, place, ...from], {});
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: string) => {
      said += text;
    });
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A database could not be prepared:\n${said}`));
    });
  });
}
