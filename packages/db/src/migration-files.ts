import { readdirSync } from 'node:fs';

/** Where the migrations lie. */
export const migrationsFolder = new URL('./migrations/', import.meta.url);

/** The migrations of this version, in their order. */
export const migrationNames = (): readonly string[] =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
