import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres-options.ts';

/** Opens a pool to a PostgreSQL server >= 15. Throws an explanation when it cannot be used. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Engine> {
  return (await import('./postgres-engine.ts')).openPostgres(url, options);
}

/**
 * Opens the embedded database in a folder (made when absent). One process at a time: see `DATA_DIR`'s lock. Engines are
 * loaded when they are opened: threads that only write rows come through the same door.
 */
export async function openEmbedded(folder: string): Promise<Engine> {
  return (await import('./embedded-engine.ts')).openEmbedded(folder);
}
