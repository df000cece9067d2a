import type { Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { FieldTally } from '@weft/forms';
import type { Change } from '@weft/history';

/** What counting needs of a base. */
type Answered = Pick<BaseStore, 'baseId' | 'metadata' | 'stream' | 'changes'>;

/** What the answers of a form came to at a version of its base. */
interface Counted {
  readonly version: number;
  /** The fields it was counted for: with other types or settings everything is counted anew. */
  readonly shape: string;
  readonly tallies: ReadonlyMap<string, FieldTally>;
}

/** Records that are added up at a time: some 5 ms, in which no other request is answered. */
const chunk = 500;
/** Actions that are caught up with; after more of them everything is counted anew. */
const maxCaughtUp = 5_000;
/** Forms whose counts are kept. */
const maxForms = 200;

const shapeOf = ({ fields }: Table): string =>
  JSON.stringify(fields.map(({ id, type, template }) => [id, type, template]));

/**
 * What all answers to each question come to. It is counted once, and from then on brought up to date by the actions since:
 * a summary that is looked at all day does not read the answers again.
 */
export class AnswerSummaries {
  readonly #counted = new Map<string, Counted>();
  /** The last count of a form, which the next one waits for: an action is added once. */
  readonly #busy = new Map<string, Promise<unknown>>();

  /** Of each field, by its id. */
  async of(store: Answered, tableId: string, now: string, runScan: RunScan): Promise<Counted['tallies']> {
    const { baseId } = store;
    const before = this.#busy.get(baseId) ?? Promise.resolve();
    const count = before.catch(() => {}).then(() => this.#count(store, tableId, now, runScan));
    this.#busy.set(baseId, count);
    try {
      return await count;
    } finally {
      if (this.#busy.get(baseId) === count) this.#busy.delete(baseId);
    }
  }

  async #count(store: Answered, tableId: string, now: string, runScan: RunScan): Promise<Counted['tallies']> {
    const { metadata, version } = await store.metadata();
    const table = metadata.tables.find(({ id }) => id === tableId);
    if (table === undefined) return new Map();
    const shape = shapeOf(table);
    const known = this.#counted.get(store.baseId);
    this.#counted.delete(store.baseId);
    if (known?.shape === shape && (await caughtUp(store, tableId, known, version, null)))
      return this.#keep(store.baseId, { ...known, version });
    const tallies = new Map(table.fields.map((field) => [field.id, new FieldTally(field)]));
    const seen = new Set<string>();
    const query = { tableId, timeZone: 'UTC', now };
    for await (const page of store.stream(query, chunk, runScan))
      for (const { id, data } of page) {
        seen.add(id);
        for (const [fieldId, tally] of tallies) tally.add(data[fieldId]);
      }
    const after = await store.metadata();
    const counted = { version, shape, tallies };
    const later = after.metadata.tables.find(({ id }) => id === tableId);
    // What came while they were read was read or not; what changed then leaves the counts in doubt.
    if (later === undefined || shapeOf(later) !== shape) return tallies;
    if (!(await caughtUp(store, tableId, counted, after.version, seen))) return tallies;
    return this.#keep(store.baseId, { ...counted, version: after.version });
  }

  #keep(baseId: string, counted: Counted): Counted['tallies'] {
    this.#counted.set(baseId, counted);
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > maxForms && oldest !== undefined) this.#counted.delete(oldest);
    return counted.tallies;
  }
}

/** Adds the actions up to a version; false: it is to be counted anew. `seen` are records counted in the meantime. */
async function caughtUp(
  store: Answered,
  tableId: string,
  { version: since, tallies }: Counted,
  version: number,
  seen: ReadonlySet<string> | null,
): Promise<boolean> {
  if (since === version) return true;
  if (version - since > maxCaughtUp) return false;
  const stop = new AbortController();
  try {
    for await (const { seq, changes } of store.changes(since, stop.signal)) {
      if (changes === null) return false;
      for (const change of changes)
        if (change.tableId === tableId && !added(change, tallies, seen)) return false;
      if (seq >= version) return true;
    }
    return false;
  } finally {
    stop.abort();
  }
}

function added(
  change: Change,
  tallies: ReadonlyMap<string, FieldTally>,
  seen: ReadonlySet<string> | null,
): boolean {
  if (change.kind === 'record') {
    const { recordId, before, after } = change;
    if (seen !== null) {
      if (before !== null) return false;
      if (seen.has(recordId)) return true;
    }
    return [...tallies].every(([fieldId, tally]) => {
      const gone = before === null || tally.remove(before.data[fieldId]);
      if (after !== null) tally.add(after.data[fieldId]);
      return gone;
    });
  }
  if (change.kind === 'cells') {
    if (seen !== null) return false;
    return Object.entries(change.after).every(([fieldId, { value }]) => {
      const tally = tallies.get(fieldId);
      if (tally === undefined) return true;
      const gone = tally.remove(change.before[fieldId]?.value);
      tally.add(value);
      return gone;
    });
  }
  // How a table is looked at changes no answer.
  return ['view', 'view-update', 'move', 'table-update', 'field-update'].includes(change.kind);
}
