import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, openEmbedded, openPostgres } from '@weft/db';
import { AppError } from '@weft/std';
import { takeDataDir } from '../data-dir.ts';
import { reasonOf } from '../database-fault.ts';
import type { Settings } from '../settings.ts';
import { askForSnapshot } from './operator-api.ts';

/** An engine a command works with, and what it takes to let go of it. */
export interface Opened extends AsyncDisposable {
  readonly engine: Engine;
}

/** Opens PostgreSQL; what is wrong with it becomes a sentence. */
export async function openServer(url: string, sharding: Settings['databaseSharding']): Promise<Opened> {
  try {
    return opened(await openPostgres(url, { sharding }));
  } catch (error) {
    throw new AppError('unavailable', `The PostgreSQL server cannot be used: ${reasonOf(error)}.`);
  }
}

export function opened(engine: Engine, release: () => Promise<void> | void = () => {}): Opened {
  let closing: Promise<void> | null = null;
  const close = async () => {
    await engine.close();
    await release();
  };
  return { engine, [Symbol.asyncDispose]: () => (closing ??= close()) };
}

/** Whether another process of ours, such as a server, is connected to this PostgreSQL database. */
export async function serverIsConnected(engine: Engine): Promise<boolean> {
  if (engine.kind === 'embedded') return false;
  const others = await engine.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'weft' AND pid <> pg_backend_pid() LIMIT 1`,
  );
  return others.length > 0;
}

/** The data of the settings, to be read at one moment; a running server goes on working. */
export async function openToRead(settings: Settings): Promise<Opened> {
  const { databaseUrl, databaseDirectUrl, databaseSharding, dataDir } = settings;
  if (databaseUrl !== null) return openServer(databaseDirectUrl ?? databaseUrl, databaseSharding);
  requireEmbedded(dataDir);
  const own = await takeDataDir(dataDir, 0).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'conflict') return null;
    throw error;
  });
  if (own !== null) return opened(await openEmbedded(join(dataDir, 'database')), own.release);
  const { database, release } = await askForSnapshot(dataDir);
  return opened(await openEmbedded(database), release);
}

export function requireEmbedded(dataDir: string): void {
  if (!existsSync(join(dataDir, 'database')))
    throw new AppError('not-found', `There is no database in DATA_DIR ${dataDir}.`);
}

/** The secret that is kept in the folder or set; null when there is none yet. */
export function secretOf({ secret, dataDir }: Settings): string | null {
  const file = join(dataDir, 'secret');
  return secret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
}

/** The folder for this command alone; a sentence when a server runs on it. */
export async function takeForCommand(dataDir: string): ReturnType<typeof takeDataDir> {
  try {
    return await takeDataDir(dataDir, 0);
  } catch (error) {
    if (error instanceof AppError) throw new AppError('conflict', `${error.message} Stop the server first.`);
    throw error;
  }
}
