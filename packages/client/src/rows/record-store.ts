import type { BaseRecord } from '@weft/core';
import { applyToRecord, type FieldTypeChange, type RecordChange, type RowChange } from '@weft/history';
import type { Overlay } from './overlay.ts';

/** Most loaded records per table before those away from the screen are evicted. */
const maxCached = 20_000;

/** Most changes remembered of records that are not loaded, for answers still in flight. */
const maxMissed = 5_000;

/**
 * Cache of a table's loaded records as the server last sent them; local changes are applied when they are read. Each
 * record has the log's seq it is valid for, so that a slow answer never overwrites a newer event.
 */
export class RecordStore {
  readonly #server = new Map<string, BaseRecord>();
  /** The seq that a record, or its absence, is valid for. */
  readonly #validFor = new Map<string, number>();
  /** Changes of cells and positions of records not loaded: an answer in flight, read before them, may bring those. */
  #missed: {
    readonly change: Exclude<RowChange, RecordChange>;
    readonly seq: number;
    readonly at: string;
  }[] = [];
  readonly #conversions: { readonly change: FieldTypeChange; readonly seq: number }[] = [];
  readonly #overlay: Overlay;
  readonly #now: () => string;

  readonly #withComputed: (record: BaseRecord) => BaseRecord;

  constructor(
    overlay: Overlay,
    now: () => string,
    withComputed: (record: BaseRecord) => BaseRecord = (record) => record,
  ) {
    this.#overlay = overlay;
    this.#now = now;
    this.#withComputed = withComputed;
  }

  /** A record as it is shown: with the values that its computed fields have now. */
  get(recordId: string): BaseRecord | undefined {
    const record = this.stored(recordId);
    return record && this.#withComputed(record);
  }

  /** A record as it is stored, which an action plans with. */
  stored(recordId: string): BaseRecord | undefined {
    return this.#overlay.record(recordId, this.#server.get(recordId), this.#now());
  }

  /** Ids of the loaded records. */
  ids(): Iterable<string> {
    return this.#server.keys();
  }

  get size(): number {
    return this.#server.size;
  }

  /** Stores records read at seq `version`; newer cached records stay. */
  load(records: readonly BaseRecord[], version: number): void {
    const since = this.#conversions.filter(({ seq }) => seq > version);
    for (const record of records) {
      if ((this.#validFor.get(record.id) ?? -1) > version) continue;
      const now = since.reduce(
        (current, { change }) => applyToRecord(current, change, this.#now()) ?? current,
        record,
      );
      this.#server.set(record.id, now);
      this.#validFor.set(record.id, since.at(-1)?.seq ?? version);
    }
    if (this.#missed.length === 0) return;
    const loaded = new Set(records.map((record) => record.id));
    const missed = this.#missed.filter(({ change: { recordId } }) => loaded.has(recordId));
    for (const [seq, of] of Map.groupBy(missed, (each) => each.seq))
      this.apply(
        of.map(({ change }) => change).filter(({ recordId }) => this.#server.has(recordId)),
        seq,
        of[0]?.at ?? this.#now(),
      );
  }

  /** Stores all records of the table, read at seq `version`; a cached record not among them was deleted. */
  replace(records: readonly BaseRecord[], version: number): void {
    const present = new Set(records.map((record) => record.id));
    for (const id of this.#server.keys()) {
      if (present.has(id) || (this.#validFor.get(id) ?? -1) > version) continue;
      this.#server.delete(id);
      this.#validFor.delete(id);
    }
    this.load(records, version);
  }

  /**
   * Applies one event's changes; `at`: its time by the server's clock. There may be several of one record: an undo moves
   * and deletes it. Returns the changes that applied: neither known already nor of records that are not loaded.
   */
  apply(changes: readonly RowChange[], seq: number, at: string): readonly RowChange[] {
    const known = new Set(
      changes.flatMap(({ recordId }) => ((this.#validFor.get(recordId) ?? -1) >= seq ? [recordId] : [])),
    );
    return changes.filter((change) => !known.has(change.recordId) && this.#applyOne(change, seq, at));
  }

  #applyOne(change: RowChange, seq: number, at: string): boolean {
    const { recordId } = change;
    const current = this.#server.get(recordId);
    if (change.kind !== 'record' && !current) {
      this.#missed.push({ change, seq, at });
      if (this.#missed.length > 2 * maxMissed) this.#missed = this.#missed.slice(-maxMissed);
      return false;
    }
    const next = applyToRecord(current, change, at);
    if (next) this.#server.set(recordId, next);
    else this.#server.delete(recordId);
    this.#validFor.set(recordId, seq);
    return true;
  }

  /** Applies one event that converts a field: to the cached records, and later to those of older answers. */
  convert(change: FieldTypeChange, seq: number): void {
    this.#conversions.push({ change, seq });
    for (const [id, record] of this.#server) {
      if ((this.#validFor.get(id) ?? -1) >= seq) continue;
      this.#server.set(id, applyToRecord(record, change, this.#now()) ?? record);
      this.#validFor.set(id, seq);
    }
  }

  /** Evicts records not in `keep`, oldest first, when there are too many. */
  trim(keep: ReadonlySet<string>): void {
    if (this.#server.size <= maxCached) return;
    for (const id of this.#server.keys()) {
      if (this.#server.size <= maxCached * 0.8) break;
      if (keep.has(id) || this.#overlay.touches(id)) continue;
      this.#server.delete(id);
      this.#validFor.delete(id);
    }
  }
}
