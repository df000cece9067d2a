import type { Kysely } from 'kysely';

/** The control schema's connection; its tables are named in `sql` templates, one file per noun. */
export type ControlDatabase = Kysely<unknown>;

/** The name of whoever did something, which is remembered longer than they are. */
export const nameOf = (name: string | null): string => name ?? 'Somebody who is gone';
