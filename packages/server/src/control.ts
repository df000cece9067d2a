import type { Kysely } from 'kysely';

/** The control schema's connection; its tables are named in `sql` templates, one file per noun. */
export type ControlDatabase = Kysely<unknown>;

/** ISO 8601 UTC of a column the engine hands over as a Date or a text. */
export const iso = (value: Date | string): string => new Date(value).toISOString();

/** What a query for one row answers: null when there is none. */
export const firstOf = <Row, Shown>(rows: readonly Row[], present: (row: Row) => Shown): Shown | null =>
  rows[0] === undefined ? null : present(rows[0]);

/** The name of whoever did something, which is remembered longer than they are. */
export const nameOf = (name: string | null): string => name ?? 'Somebody who is gone';
