import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, hasPeople, Loader, NotEmpty, openEmbedded, Received } from '@weft/db';
import { AppError } from '@weft/std';
import { openFileStore } from '../files/open-file-store.ts';
import type { Settings } from '../settings.ts';
import type { Command } from './command.ts';
import { opened, openServer, serverIsConnected, takeForCommand } from './instance.ts';
import { Progress } from './progress.ts';
import { readArchive } from './read-archive.ts';
import { RestoredFiles } from './restored-files.ts';
import { beginStaging, commitStaging, dropStaging, finishRestore } from './staging.ts';

const notEmpty = (where: string): AppError =>
  new AppError(
    'conflict',
    `${where} is not empty. --replace removes what is there and puts the archive in its place.`,
  );

/** `restore <file>`: an archive into an empty instance, whole or not at all. */
export const restore: Command = {
  usage: 'npm run restore -- <file> [--replace] | npm run restore -- <file> --check',
  flags: ['--replace', '--check'],
  places: 1,
  run: async ({ settings, places: [file = ''], flags, say, signal }) => {
    const progress = new Progress(say, signal);
    if (!existsSync(file)) throw new AppError('not-found', `There is no file ${file}.`);
    if (flags.has('--check')) {
      await check(file, progress);
      return `${file} is whole: ${progress.summary()}. Nothing was restored.`;
    }
    const dataDir = await takeForCommand(settings.dataDir);
    try {
      finishRestore(settings.dataDir);
      await run(settings, file, flags.has('--replace'), progress);
    } finally {
      dropStaging(settings.dataDir);
      dataDir.release();
    }
    return `Restored ${progress.summary()}. Start the server as always.`;
  },
};

/** Reads an archive to its end without writing anything. */
async function check(file: string, progress: Progress): Promise<void> {
  const received = new Received();
  await readArchive(file, {
    begin: (head) => progress.expect(head.structure.tables.length),
    take: async (item) => {
      progress.check();
      received.take(item);
      if (item.kind === 'rows') progress.bytes(item.lines.length);
      if (item.kind === 'table') progress.table(item.sums.rows);
    },
    file: async (_path, content) => {
      for await (const bytes of content) progress.bytes(bytes.length);
    },
    secret: async () => {},
  });
  received.end();
}

async function run(settings: Settings, file: string, replace: boolean, progress: Progress): Promise<void> {
  const { dataDir, databaseUrl, databaseDirectUrl, databaseSharding } = settings;
  if (!replace) await refuseUsed(settings);
  const staging = beginStaging(dataDir);
  await using filesTo = await openFileStore(settings);
  await using target =
    databaseUrl === null
      ? opened(await openEmbedded(join(staging, 'database')))
      : await openServer(databaseDirectUrl ?? databaseUrl, databaseSharding);
  const loader = await begin(target.engine, replace);
  const files = await RestoredFiles.into(filesTo.store);
  try {
    await readArchive(file, {
      begin: (head) => progress.expect(head.structure.tables.length),
      take: async (item) => {
        progress.check();
        // Its buffer is transferred to the database's thread.
        if (item.kind === 'rows') progress.bytes(item.lines.length);
        await loader.take(item);
        if (item.kind === 'table') progress.table(item.sums.rows);
      },
      file: (path, content) => files.add(path, counted(content, progress)),
      secret: (secret) => writeFile(join(staging, 'secret'), secret, { mode: 0o600, flush: true }),
    });
    await loader.finish();
  } catch (error) {
    await files.abandon();
    await loader.abandon();
    throw error;
  }
  // The database is closed before it is moved to its place.
  await target[Symbol.asyncDispose]();
  commitStaging(dataDir);
  if (replace) await files.removeOthers();
}

async function* counted(content: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    progress.check();
    progress.bytes(bytes.length);
    yield bytes;
  }
}

async function begin(engine: Engine, replace: boolean): Promise<Loader> {
  if (await serverIsConnected(engine))
    throw new AppError('conflict', 'A server is connected to the database at DATABASE_URL. Stop it first.');
  try {
    return await Loader.begin(engine, { purpose: 'restore', replace });
  } catch (error) {
    throw error instanceof NotEmpty ? notEmpty('The database at DATABASE_URL') : error;
  }
}

/** An embedded database that people work in is not overwritten unless told. */
async function refuseUsed({ dataDir, databaseUrl }: Settings): Promise<void> {
  if (databaseUrl !== null || !existsSync(join(dataDir, 'database'))) return;
  await using present = opened(await openEmbedded(join(dataDir, 'database')));
  if (await hasPeople(present.engine)) throw notEmpty(`DATA_DIR ${dataDir}`);
}
