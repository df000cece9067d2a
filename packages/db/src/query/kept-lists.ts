import type { Sql } from '../engine/engine.ts';
import { type OrderedIds, readOrderedIds } from './ordered-ids.ts';
import type { ReadyQuery } from './read-query.ts';
import type { Stamp } from './table-changes.ts';

/** Bytes of ordered ids kept per base; the least recently used go first. */
const mostBytes = 96 * 1024 * 1024;
/** A list that took this many milliseconds is worth showing a moment longer than it is true. */
const slow = 200;
/** It is read again after so many times the time it took: a small part of the database's time goes into it. */
const rest = 4;
const longestRest = 10_000;

interface Kept {
  readonly ids: OrderedIds;
  readonly stamp: Stamp;
  /** Milliseconds the reading took. */
  readonly took: number;
}

/** The ordered ids of the queries asked last. */
export class KeptLists {
  readonly #sql: Sql;
  readonly #kept = new Map<string, Kept>();
  /** Readings on their way, with the stamp they began at. */
  readonly #reading = new Map<string, { readonly ids: Promise<OrderedIds>; readonly stamp: Stamp }>();
  readonly #later = new Set<string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * The ids of a query as they are now. Where only cells have changed and the reading is slow, the list before is
   * given and read again a little later: rows keep their places a moment longer, and nobody waits seconds after
   * every edit.
   */
  async read(ready: ReadyQuery, stampNow: () => Stamp): Promise<OrderedIds> {
    const { identity } = ready;
    const stamp = stampNow();
    const kept = this.#kept.get(identity);
    this.#kept.delete(identity);
    if (kept !== undefined) this.#kept.set(identity, kept);
    if (kept?.stamp.rows === stamp.rows) {
      if (kept.stamp.cells === stamp.cells) return kept.ids;
      if (kept.took >= slow) {
        this.#readLater(ready, stampNow, Math.min(kept.took * rest, longestRest));
        return kept.ids;
      }
    }
    const begun = this.#reading.get(identity);
    const fresh = begun?.stamp.rows === stamp.rows && begun.stamp.cells === stamp.cells;
    return begun !== undefined && fresh ? begun.ids : this.#begin(ready, stamp);
  }

  #readLater(ready: ReadyQuery, stampNow: () => Stamp, milliseconds: number): void {
    const { identity } = ready;
    if (this.#later.has(identity) || this.#reading.has(identity)) return;
    this.#later.add(identity);
    const timer = setTimeout(() => {
      this.#later.delete(identity);
      // What fails here is asked again, and fails, when somebody waits for it.
      this.#begin(ready, stampNow()).catch(() => {});
    }, milliseconds);
    timer.unref();
  }

  #begin(ready: ReadyQuery, stamp: Stamp): Promise<OrderedIds> {
    const { identity } = ready;
    const start = performance.now();
    const ids = readOrderedIds(this.#sql, ready);
    const reading = { ids, stamp };
    this.#reading.set(identity, reading);
    const done = () => {
      if (this.#reading.get(identity) === reading) this.#reading.delete(identity);
    };
    ids.then((read) => {
      done();
      this.#keep(identity, { ids: read, stamp, took: performance.now() - start });
    }, done);
    return ids;
  }

  #keep(identity: string, kept: Kept): void {
    this.#kept.delete(identity);
    this.#kept.set(identity, kept);
    let bytes = 0;
    for (const [each, { ids }] of [...this.#kept].toReversed()) {
      bytes += ids.bytes;
      if (bytes > mostBytes) this.#kept.delete(each);
    }
  }
}
