import { statSync } from 'node:fs';
import { TableMoved } from '@weft/db';
import { AppError } from '@weft/std';
import { openFileStore } from '../files/open-file-store.ts';
import type { Command } from './command.ts';
import { openToRead, secretOf } from './instance.ts';
import { Progress } from './progress.ts';
import { productVersion } from './version.ts';
import { writeArchive } from './write-archive.ts';

/** Retries when a table is removed or rebuilt while it is read, which is rare and short. */
const attempts = 3;

/** `backup <file>`: everything in one file, as it is at one moment, while the server works. */
export const backup: Command = {
  usage: 'npm run backup -- <file> [--with-secret] [--overwrite] [--only-weft]',
  flags: ['--with-secret', '--overwrite', '--only-weft'],
  places: 1,
  run: async ({ settings, places: [file = ''], flags, say, signal }) => {
    refuseTaken(file, flags.has('--overwrite'));
    const secret = flags.has('--with-secret') ? secretOf(settings) : null;
    const others = flags.has('--only-weft') ? ('leave' as const) : ('refuse' as const);
    for (let attempt = 1; ; attempt++) {
      await using source = await openToRead(settings);
      await using files = await openFileStore(settings);
      const progress = new Progress(say, signal);
      try {
        const from = { engine: source.engine, files: files.store, secret, others };
        await writeArchive(
          file,
          { ...from, version: productVersion(), madeAt: new Date().toISOString() },
          progress,
        );
        const about =
          secret === null
            ? 'The secret is not in it: keep a copy of it elsewhere, or everybody signs in again after a restore.'
            : 'The secret is in it: keep the file where nobody else can read it.';
        return `Backed up ${progress.summary()} to ${file}.\n${about}`;
      } catch (error) {
        if (!(error instanceof TableMoved) || attempt === attempts) throw error;
        say(`${error.message} Beginning again.`);
      }
    }
  },
};

/** Only a file may be replaced, and only when told to. */
function refuseTaken(path: string, overwrite: boolean): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new AppError('invalid', `${path} is no file: name the file to write.`);
  if (!overwrite) throw new AppError('conflict', `${path} exists already; --overwrite replaces it.`);
}
