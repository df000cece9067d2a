import type { BaseRecord } from '@weft/core';
import { applyToRecord, type FieldTypeChange, type RecordChange, type RowChange } from '@weft/history';
import type { Overlay } from './overlay.ts';

/** Loaded records kept per table before those far from the eye are let go. */
const mostKept = 20_000;

/** Changes remembered of records that are not here, for answers still on their way. */
const mostMissed = 5_000;

/**
 * The records of a table that are here, as the server last said, with local changes laid over them when read.
 * Each record knows the log's seq it is true for, so a slow answer never overwrites a newer event.
 */
export class RecordStore {
  readonly #server = new Map<string, BaseRecord>();
  /** The seq a record, or its absence, is known for. */
  readonly #known = new Map<string, number>();
  /** Events about cells and places of records not here: an answer read before them may yet bring those records. */
  #missed: {
    readonly change: Exclude<RowChange, RecordChange>;
    readonly seq: number;
    readonly at: string;
  }[] = [];
  readonly #conversions: { readonly change: FieldTypeChange; readonly seq: number }[] = [];
  readonly #overlay: Overlay;
  readonly #now: () => string;

  constructor(overlay: Overlay, now: () => string) {
    this.#overlay = overlay;
    this.#now = now;
  }

  get(recordId: string): BaseRecord | undefined {
    return this.#overlay.record(recordId, this.#server.get(recordId), this.#now());
  }

  /** Ids of the records the server has told of. */
  ids(): Iterable<string> {
    return this.#server.keys();
  }

  get size(): number {
    return this.#server.size;
  }

  /** Takes records read at `version`; newer knowledge of a record stays. */
  load(records: readonly BaseRecord[], version: number): void {
    const since = this.#conversions.filter(({ seq }) => seq > version);
    for (const record of records) {
      if ((this.#known.get(record.id) ?? -1) > version) continue;
      const now = since.reduce(
        (current, { change }) => applyToRecord(current, change, this.#now()) ?? current,
        record,
      );
      this.#server.set(record.id, now);
      this.#known.set(record.id, since.at(-1)?.seq ?? version);
    }
    if (this.#missed.length === 0) return;
    const loaded = new Set(records.map((record) => record.id));
    const missed = this.#missed.filter(({ change: { recordId } }) => loaded.has(recordId));
    for (const [seq, of] of Map.groupBy(missed, (each) => each.seq))
      this.take(
        of.map(({ change }) => change).filter(({ recordId }) => this.#server.has(recordId)),
        seq,
        of[0]?.at ?? this.#now(),
      );
  }

  /** Takes all records of the table as read at `version`: one that is not among them has gone. */
  replace(records: readonly BaseRecord[], version: number): void {
    const present = new Set(records.map((record) => record.id));
    for (const id of this.#server.keys()) {
      if (present.has(id) || (this.#known.get(id) ?? -1) > version) continue;
      this.#server.delete(id);
      this.#known.delete(id);
    }
    this.load(records, version);
  }

  /**
   * Takes one event's changes, made `at` a moment of the server's clock; there may be several of one record, for a step
   * back moves it and deletes it. The answer leaves out what was known already or is about records that are not here.
   */
  take(changes: readonly RowChange[], seq: number, at: string): readonly RowChange[] {
    const known = new Set(
      changes.flatMap(({ recordId }) => ((this.#known.get(recordId) ?? -1) >= seq ? [recordId] : [])),
    );
    return changes.filter((change) => !known.has(change.recordId) && this.#apply(change, seq, at));
  }

  #apply(change: RowChange, seq: number, at: string): boolean {
    const { recordId } = change;
    const current = this.#server.get(recordId);
    if (change.kind !== 'record' && !current) {
      this.#missed.push({ change, seq, at });
      if (this.#missed.length > 2 * mostMissed) this.#missed = this.#missed.slice(-mostMissed);
      return false;
    }
    const next = applyToRecord(current, change, at);
    if (next) this.#server.set(recordId, next);
    else this.#server.delete(recordId);
    this.#known.set(recordId, seq);
    return true;
  }

  /** Takes one event that makes a field another kind: what is here, and what an older answer yet brings. */
  convert(change: FieldTypeChange, seq: number): void {
    this.#conversions.push({ change, seq });
    for (const [id, record] of this.#server) {
      if ((this.#known.get(id) ?? -1) >= seq) continue;
      this.#server.set(id, applyToRecord(record, change, this.#now()) ?? record);
      this.#known.set(id, seq);
    }
  }

  /** Lets go of records nobody looks at, oldest first, when there are too many. */
  trim(keep: ReadonlySet<string>): void {
    if (this.#server.size <= mostKept) return;
    for (const id of this.#server.keys()) {
      if (this.#server.size <= mostKept * 0.8) break;
      if (keep.has(id) || this.#overlay.touches(id)) continue;
      this.#server.delete(id);
      this.#known.delete(id);
    }
  }
}
