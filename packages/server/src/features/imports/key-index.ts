import type { CellValue } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';

type KeyStore = Pick<BaseStore, 'stream' | 'get'>;

/** Records read at a time. */
const page = 2_000;
/** Characters of a record's id. */
const idLength = 24;
const firstRoom = 1_024;

/** FNV-1a, of 32 bits: keys of one hash are told apart by reading their records. */
function hashOf(key: NonNullable<CellValue>): number {
  const text = String(key);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** A larger one with the same content. */
function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * The records of a table by what a field holds, read once: 40 bytes a record, whatever the keys are. What was found is
 * read again before it counts, for somebody may have edited it since.
 */
export class KeyIndex {
  readonly #store: KeyStore;
  readonly #tableId: string;
  readonly #fieldId: string;
  #count = 0;
  #ids = Buffer.alloc(firstRoom * idLength);
  #hashes = new Uint32Array(firstRoom);
  /** The entry before of the same bucket, from 1; 0: none. */
  #before = new Uint32Array(firstRoom);
  /** The last entry of each bucket, from 1; a power of two of them. */
  #buckets = new Uint32Array(firstRoom);

  private constructor(store: KeyStore, tableId: string, fieldId: string) {
    this.#store = store;
    this.#tableId = tableId;
    this.#fieldId = fieldId;
  }

  static async read(store: KeyStore, tableId: string, fieldId: string, runScan: RunScan): Promise<KeyIndex> {
    const index = new KeyIndex(store, tableId, fieldId);
    // No condition asks for the time.
    const query = { tableId, timeZone: 'UTC', now: new Date(0).toISOString(), fieldIds: [fieldId] };
    for await (const records of store.stream(query, page, runScan))
      for (const { id, data } of records) index.add(data[fieldId] ?? null, id);
    return index;
  }

  /** Notes a record that was just made, or given this key; twice counts once. */
  add(key: CellValue, recordId: string): void {
    if (key === null) return;
    if (this.#count === this.#hashes.length) this.#grow();
    const hash = hashOf(key);
    this.#ids.write(recordId, this.#count * idLength, idLength, 'latin1');
    this.#hashes[this.#count] = hash;
    this.#chain(this.#count++);
  }

  /** As `BaseStore.findByValue`. */
  async find(keys: readonly NonNullable<CellValue>[]): ReturnType<BaseStore['findByValue']> {
    const candidates = keys.map((key) => [...this.#withHash(hashOf(key))]);
    const records = await this.#store.get(this.#tableId, [...new Set(candidates.flat())]);
    const held = new Map(records.map(({ id, data }) => [id, data[this.#fieldId] ?? null]));
    return candidates.map((ids, i) => {
      const matching = [...new Set(ids)].filter((id) => held.get(id) === keys[i]);
      const [recordId] = matching.toSorted();
      return recordId === undefined ? undefined : { recordId, count: matching.length };
    });
  }

  *#withHash(hash: number): Generator<string> {
    for (let at = this.#last(hash); at > 0; at = this.#before[at - 1] ?? 0)
      if (this.#hashes[at - 1] === hash)
        yield this.#ids.toString('latin1', (at - 1) * idLength, at * idLength);
  }

  #last = (hash: number): number => this.#buckets[hash & (this.#buckets.length - 1)] ?? 0;

  #chain(entry: number): void {
    const hash = this.#hashes[entry] ?? 0;
    this.#before[entry] = this.#last(hash);
    this.#buckets[hash & (this.#buckets.length - 1)] = entry + 1;
  }

  #grow(): void {
    this.#ids = Buffer.concat([this.#ids, Buffer.alloc(this.#ids.length)]);
    this.#hashes = grown(this.#hashes);
    this.#before = grown(this.#before);
    this.#buckets = new Uint32Array(this.#hashes.length);
    for (let entry = 0; entry < this.#count; entry++) this.#chain(entry);
  }
}
