import { join } from 'node:path';
import { type Engine, openEmbedded, SecretRows } from '@weft/db';
import { AppError, idMaker } from '@weft/std';
import { takeDataDir } from '../data-dir.ts';
import { fillRandom } from '../random-bytes.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { Settings } from '../settings.ts';
import type { Command } from './command.ts';
import { opened, openServer, requireEmbedded, secretOf } from './instance.ts';
import { askToRotateSecrets, type RotatedSecrets } from './operator-api.ts';

/** `rotate-secrets`: everything that is sealed is sealed anew with a new key, while servers work. */
export const rotateSecrets: Command = {
  usage: 'npm run rotate-secrets',
  flags: [],
  places: 0,
  run: async ({ settings }) => {
    const { sealed, lost } = await rotate(settings);
    const some = (count: number) => (count === 1 ? '1 secret' : `${count} secrets`);
    const unreadable =
      lost === 0 ? '' : ` ${some(lost)} had been sealed under another SECRET, cannot be opened, and stayed.`;
    return `Sealed ${some(sealed)} with a new key.${unreadable}`;
  },
};

async function rotate(settings: Settings): Promise<RotatedSecrets> {
  const { databaseUrl, databaseDirectUrl, databaseSharding, dataDir } = settings;
  if (databaseUrl !== null) {
    await using server = await openServer(databaseDirectUrl ?? databaseUrl, databaseSharding);
    return await rotateIn(server.engine, settings);
  }
  requireEmbedded(dataDir);
  const own = await takeDataDir(dataDir, 0).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return null;
    throw error;
  });
  // The server that has the database open does it.
  if (own === null) return askToRotateSecrets(dataDir);
  await using database = opened(await openEmbedded(join(dataDir, 'database')), own.release);
  return await rotateIn(database.engine, settings);
}

async function rotateIn(engine: Engine, settings: Settings): Promise<RotatedSecrets> {
  const secret = secretOf(settings);
  if (secret === null)
    throw new AppError('not-found', 'There is no SECRET yet: start the server once before rotating.');
  const newId = idMaker(Date.now, fillRandom);
  return new Secrets({ rows: new SecretRows(engine), secret, newId, now: Date.now }).rotate();
}
