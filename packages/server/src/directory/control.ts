import type { Kysely } from 'kysely';

/** The control schema's connection; its tables are named in `sql` templates, one file per noun. */
export type ControlDatabase = Kysely<unknown>;

/** ISO 8601 UTC of a column the engine hands over as a Date or a text. */
export const iso = (value: Date | string): string => new Date(value).toISOString();
export const isoOrNull = (value: Date | string | null): string | null => (value === null ? null : iso(value));
