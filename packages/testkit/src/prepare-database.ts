import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrate, openEmbedded } from '@weft/db';

/** A program: makes a prepared database in a folder, from the empty one of another folder where one is named. */
const [, , place = '', emptyFolder] = process.argv;
const folder = join(place, 'folder');
await mkdir(place, { recursive: true });
if (emptyFolder !== undefined) {
  await cp(emptyFolder, folder, { recursive: true });
  const engine = await openEmbedded(folder);
  await migrate(engine);
  await engine.close();
}
const database = await PGlite.create(folder);
const archive = await database.dumpDataDir('none');
await database.close();
await writeFile(join(place, 'image.tar'), archive.stream());
