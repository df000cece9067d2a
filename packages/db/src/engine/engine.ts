import type { Kysely } from 'kysely';

/** The formats of COPY that are in use; text when none is named. */
export type CopyFormat = 'text' | 'binary';

/** A row as an array, in the order of the select list. */
export type Row = readonly unknown[];

/**
 * Statements of one dialect. Parameters are numbers, texts, booleans, null and arrays of them; JSON is passed as text.
 * Results are the same on both engines: timestamptz as `YYYY-MM-DDTHH:mm:ss.sssZ`, int8 as a number
 * (all of ours stay below 2^53), jsonb parsed, arrays as arrays.
 */
export interface Sql {
  query(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Feeds `COPY target FROM`; `target` is a table with its columns. The text format is in UTF-8.
   * Takes over the bytes: they may be transferred to another thread.
   */
  copyIn(target: string, bytes: Uint8Array<ArrayBuffer>, format?: CopyFormat): Promise<void>;
  /** The rows of a SELECT in COPY's text format in UTF-8, buffered in memory: ask for a part at a time. */
  copyOut(select: string): Promise<Uint8Array>;
  /** Several statements without parameters, in one round trip. */
  exec(text: string): Promise<void>;
}

/** Statements of one transaction. */
export interface Transaction extends Sql {
  /**
   * Sends a statement whose answer nobody needs: it runs in its turn, and where it fails, the transaction fails with its
   * error. It travels with the next one, which saves a way to the server or the thread and back. `heard` gets its rows
   * before the commit is answered.
   */
  send(text: string, params: readonly unknown[], heard?: (rows: readonly Row[]) => void): void;
}

/** What comes after the end would be done by itself, or in another transaction. */
export const lateStatement = () => new Error('A statement came after the end of its transaction');

export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Runs work that reads in a transaction of its own. */
export type Reads = <T>(work: (tx: Sql) => Promise<T>) => Promise<T>;

/** Reads outside of a transaction. */
export interface Reader {
  query(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
  /** Sends two reads in one round trip; the second sees all that the first saw, and perhaps more. */
  queryBoth(first: Statement, second: Statement): Promise<readonly [readonly Row[], readonly Row[]]>;
}

/** Statements of one read. */
export interface Scanner extends Reader {
  /**
   * There is one connection for everybody: a statement must not look at more rows than take a fraction of a second.
   */
  readonly inSteps: boolean;
  /** Nobody has waited for the read's connection lately: where reads go in steps, these may be longer. */
  readonly isAlone: boolean;
  /** Milliseconds the database has worked for this read, waiting left out; 0 where nobody asks. */
  readonly worked: number;
}

/** Statements on the engine itself are those of edits and sessions: they have the highest priority. */
export interface Engine extends Sql, Reader {
  readonly kind: 'postgres' | 'embedded';
  /** Bases are distributed schemas of Citus, each on one of its workers. */
  readonly sharding: 'citus' | null;
  /** The most it takes of the database itself, and of a pooler before it. */
  readonly connections: { readonly direct: number; readonly pooled: number };
  /** For a page of records: lower priority than edits. */
  pages(): Scanner;
  /**
   * For a read that may scan a whole table: lowest priority, with connections of its own. Aborting the signal cancels its
   * running statement, and throws the signal's reason.
   */
  scanner(signal: AbortSignal): Scanner;
  /** Runs the work in one transaction; whatever it throws rolls everything back. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same for data that is not visible yet, rows of an import or a new base: lower priority than edits and pages, and
   * at most two at once on each server, the others in the order they came.
   */
  load<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Reads one snapshot in any number of short transactions, so that none blocks a schema change for long. The embedded
   * database has a single connection and no snapshots to import: there, writes wait meanwhile.
   */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /**
   * Copies the files of an embedded database to a folder, from where a second process can open it as it was at one
   * moment; null where there are none. Statements wait only while what changed during the copying is copied again.
   */
  readonly copyFiles: ((folder: string) => Promise<void>) | null;
  /** Typed access to the control schema, for us and for the sign-in library; timestamps are Dates there. */
  readonly kysely: Kysely<unknown>;
  close(): Promise<void>;
}

/** How a column's text becomes a value, by type oid. */
export type Parsers = { readonly [oid: number]: (text: string) => unknown };

/** Types of PostgreSQL that come out as values of ours. */
export const oid = { int8: 20, timestamptz: 1184 } as const;

/** `2026-11-21 03:46:00.123456+00` (session zone UTC, ISO style) as ISO 8601 with milliseconds. */
function isoInstant(text: string): string {
  const zone = text.lastIndexOf('+');
  const time = text.slice(text.indexOf(' ') + 1, zone);
  const point = time.indexOf('.');
  const seconds = point === -1 ? time : time.slice(0, point);
  const fraction = point === -1 ? '' : time.slice(point + 1, point + 4);
  return `${text.slice(0, text.indexOf(' '))}T${seconds}.${fraction.padEnd(3, '0')}Z`;
}

export const parsers: Parsers = { [oid.int8]: Number, [oid.timestamptz]: isoInstant };

/** The same for Kysely's users, who expect Dates. */
export const dateParsers: Parsers = {
  [oid.int8]: Number,
  [oid.timestamptz]: (text) => new Date(isoInstant(text)),
};
