import { type OrderedIds, readOrderedIds } from './ordered-ids.ts';
import type { ReadyQuery } from './ready-query.ts';
import type { RunScan } from './record-query.ts';
import type { Scan } from './scan.ts';
import type { Stamp } from './table-changes.ts';

/** Most bytes of cached ids per base; the least recently used are evicted first. */
const maxBytes = 96 * 1024 * 1024;
/** A list that took this many milliseconds to read is served stale for a moment. */
const slow = 200;
/** It is refetched after this multiple of the time it took, to limit the database's load. */
const refetchFactor = 4;
const maxDelay = 10_000;

interface Kept {
  readonly ids: OrderedIds;
  readonly stamp: Stamp;
  /** Milliseconds the read took. */
  readonly took: number;
}

/** A read in flight, with the stamp it began at. */
interface Reading {
  readonly ids: Promise<OrderedIds>;
  readonly stamp: Stamp;
  /** Of whoever asked first; null while they wait for their turn. */
  readonly signal: () => AbortSignal | null;
}

/** Cache of the ordered ids of recent queries (stale-while-revalidate). */
export class OrderedIdsCache {
  readonly #scan: (signal: AbortSignal) => Scan;
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Reading>();
  readonly #later = new Set<string>();

  constructor(scan: (signal: AbortSignal) => Scan) {
    this.#scan = scan;
  }

  /**
   * The ids of a query. Where only cells have changed and the read is slow, serves the stale list and refetches it a
   * little later: rows keep their places a moment longer, and nobody waits seconds after every edit.
   */
  async read(ready: ReadyQuery, stampNow: () => Stamp, runScan: RunScan): Promise<OrderedIds> {
    const { identity } = ready;
    const stamp = stampNow();
    const kept = this.#kept.get(identity);
    this.#kept.delete(identity);
    if (kept !== undefined) this.#kept.set(identity, kept);
    if (kept?.stamp.rows === stamp.rows) {
      if (kept.stamp.cells === stamp.cells) return kept.ids;
      if (kept.took >= slow) {
        this.#readLater(ready, stampNow, runScan, Math.min(kept.took * refetchFactor, maxDelay));
        return kept.ids;
      }
    }
    const begun = this.#reading.get(identity);
    if (begun === undefined || begun.stamp.rows !== stamp.rows || begun.stamp.cells !== stamp.cells)
      return this.#begin(ready, stamp, runScan);
    try {
      return await begun.ids;
    } catch (error) {
      // The first caller has aborted or timed out: that cancels its read, not this one.
      if (begun.signal()?.aborted === false) throw error;
      return this.read(ready, stampNow, runScan);
    }
  }

  /** Whether the ids of a query are here, or on their way. */
  holds({ identity }: ReadyQuery): boolean {
    return this.#kept.has(identity) || this.#reading.has(identity);
  }

  /** Whether the ids of a query are here, as of now. */
  isFresh({ identity }: ReadyQuery, stamp: Stamp): boolean {
    const kept = this.#kept.get(identity)?.stamp;
    return kept?.rows === stamp.rows && kept.cells === stamp.cells;
  }

  /** Keeps ids that were read otherwise; `stamp` is from before that. */
  keep({ identity }: ReadyQuery, ids: OrderedIds, stamp: Stamp): void {
    this.#keep(identity, { ids, stamp, took: 0 });
  }

  #readLater(ready: ReadyQuery, stampNow: () => Stamp, runScan: RunScan, milliseconds: number): void {
    const { identity } = ready;
    if (this.#later.has(identity) || this.#reading.has(identity)) return;
    this.#later.add(identity);
    const timer = setTimeout(() => {
      this.#later.delete(identity);
      // A background refetch that fails is repeated, and reported, at the next read.
      this.#begin(ready, stampNow(), runScan).catch(() => {});
    }, milliseconds);
    timer.unref();
  }

  #begin(ready: ReadyQuery, stamp: Stamp, runScan: RunScan): Promise<OrderedIds> {
    const { identity } = ready;
    let start = performance.now();
    let own: AbortSignal | null = null;
    const ids = runScan((signal) => {
      start = performance.now();
      own = signal;
      return readOrderedIds(this.#scan(signal), ready);
    });
    const reading: Reading = { ids, stamp, signal: () => own };
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
      if (bytes > maxBytes) this.#kept.delete(each);
    }
  }
}
