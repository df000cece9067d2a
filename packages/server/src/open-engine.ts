import { join } from 'node:path';
import { type Engine, migrate, openEmbedded, openPostgres, refuseUnfinished } from '@weft/db';
import { AppError } from '@weft/std';
import { databaseFault, reasonOf } from './database-fault.ts';
import type { Settings } from './settings.ts';

async function openEngine({
  databaseUrl,
  databaseDirectUrl,
  databaseSharding,
  dataDir,
}: Settings): Promise<Engine> {
  if (databaseUrl === null && databaseSharding !== null)
    throw new AppError('invalid', 'DATABASE_SHARDING is set, but DATABASE_URL is not.');
  if (databaseUrl === null) return openEmbedded(join(dataDir, 'database'));
  try {
    return await openPostgres(databaseUrl, { directUrl: databaseDirectUrl, sharding: databaseSharding });
  } catch (error) {
    const reason = reasonOf(error);
    throw new AppError(
      'invalid',
      reason.includes('DATABASE_URL') ? `${reason}.` : `DATABASE_URL cannot be used: ${reason}.`,
    );
  }
}

/** Opens and migrates the database; explains known errors in words. */
export async function openUpToDate(settings: Settings): Promise<Engine> {
  try {
    const engine = await openEngine(settings);
    try {
      await refuseUnfinished(engine);
      await migrate(engine);
      return engine;
    } catch (error) {
      await engine.close();
      throw error;
    }
  } catch (error) {
    throw databaseFault(settings, error);
  }
}
