import type { BaseMetadata, BaseRecord } from '@weft/core';
import { lawRuns } from '@weft/core/testing';
import { type Action, type Change, needsOf } from '@weft/history';
import { actionFor, type Choice, choices, MemoryBase } from '@weft/history/testing';
import { AppError } from '@weft/std';
import { lawTime, withinLawTime } from '@weft/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import { schemaOf } from './schema/names.ts';
import { readBase } from './schema/read-base.ts';
import { describeEngines, openBases, openStore, type TestEngine, testNow } from './testing.ts';
import { baseAfter } from './writer/base-after.ts';
import { type Edit, flush } from './writer/flush.ts';

const reader = { timeZone: 'UTC', now: testNow };

/** Milliseconds; patience with a slow machine. */
const patience = 300_000 * Math.max(1, lawRuns / 100);

/**
 * Most faults show in a dozen actions, some need many: 97 of 100 cases are short, and three are of 200 actions. Each kind
 * has half of a law's time.
 */
async function lawOf(
  follow: (sequence: readonly Choice[], dice: readonly number[]) => Promise<void>,
): Promise<void> {
  const short = { choices: choices(10), numRuns: Math.max(1, Math.floor(lawRuns * 0.97)) };
  const long = { choices: choices(200, 200), numRuns: Math.max(1, Math.ceil(lawRuns * 0.03)) };
  const dice = fc.array(fc.nat(99), { minLength: 200, maxLength: 200 });
  // A smaller example of a fault is looked for by hand, with its seed: it takes minutes.
  for (const { choices, numRuns } of [short, long])
    await fc.assert(fc.asyncProperty(choices, dice, withinLawTime(follow, lawTime / 2)), {
      numRuns,
      endOnFailure: true,
      // One long case may take more time than laws have together on a busy machine: it is followed to its end.
      interruptAfterTimeLimit: patience,
    });
}

interface Seen {
  readonly metadata: BaseMetadata;
  readonly records: readonly (readonly [tableId: string, records: readonly BaseRecord[]])[];
}

/** All a person can see of a base on the server. */
async function seen(store: BaseStore): Promise<Seen> {
  const { metadata } = await store.metadata();
  const records: (readonly [string, readonly BaseRecord[]])[] = [];
  for (const table of metadata.tables) {
    const page = await store.list({ ...reader, tableId: table.id, limit: 5_000 });
    records.push([table.id, page.records]);
  }
  return { metadata, records };
}

/** The same in memory, where the cells of a removed field are still at hand. */
const inMemory = (base: MemoryBase): Seen => ({
  metadata: base.metadata,
  records: base.metadata.tables.map((table) => {
    const present = new Set(table.fields.map((field) => field.id));
    const records = base.recordsOf(table.id).map((record) => ({
      ...record,
      data: Object.fromEntries(Object.entries(record.data).filter(([fieldId]) => present.has(fieldId))),
    }));
    return [table.id, records] as const;
  }),
});

/** A base on the server and one in memory, to which the same happens. */
class Both {
  readonly store: BaseStore;
  readonly memory = new MemoryBase(() => testNow);
  #sent: { readonly person: string; readonly action: Action; readonly ok: boolean }[] = [];
  /** Whether the next action sent goes into the transaction of the one before. */
  #joins = false;

  constructor(store: BaseStore) {
    this.store = store;
  }

  get waiting(): number {
    return this.#sent.length;
  }

  /** Adds an action to those that come in at once. */
  async act(person: string, action: Action): Promise<void> {
    // A large conversion or copy prepares itself before it takes its turn: what is sent after it may overtake it.
    const overtaken =
      action.type === 'CONVERT_FIELD_TYPE' ||
      (action.type === 'CREATE_FIELD' && action.input.copyOf !== undefined);
    if (overtaken) await this.arrive();
    const alone = needsOf(action).alone === true;
    const { ok } = this.memory.submit(person, action, this.#joins && !alone);
    this.#sent.push({ person, action, ok });
    this.#joins = !alone;
    if (overtaken) await this.arrive();
  }

  /** Those that came in at once are taken: what is refused in memory is refused here, for a reason. */
  async arrive(): Promise<void> {
    const sent = this.#sent;
    this.#sent = [];
    this.#joins = false;
    const answers = await Promise.allSettled(
      sent.map(({ person, action }) => this.store.submit(person, action)),
    );
    for (const [i, answer] of answers.entries()) {
      if (answer.status === 'rejected' && !(answer.reason instanceof AppError)) throw answer.reason;
      const refusal = answer.status === 'rejected' ? answer.reason : null;
      expect([sent[i]?.action, refusal, refusal === null]).toEqual([sent[i]?.action, refusal, sent[i]?.ok]);
    }
  }

  /** One step; false when there was none to take. */
  async step(person: string, direction: 'undo' | 'redo'): Promise<boolean> {
    const taken = this.memory[direction](person) !== null;
    const { actions } = await this.store[direction](person, 1);
    expect(actions.length > 0).toBe(taken);
    return taken;
  }
}

describeEngines('the history of a base in the database', (open) => {
  let opened: TestEngine;
  let bases: Bases;

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  async function remove(...stores: readonly BaseStore[]): Promise<void> {
    for (const { baseId } of stores) await bases.remove(baseId, async () => {});
  }

  /** Applies a log to an empty base, entry after entry, and copies it there. */
  async function replayed(store: BaseStore): Promise<BaseStore> {
    const copy = await openStore(bases);
    const [from, to] = [schemaOf(store.baseId), schemaOf(copy.baseId)];
    await opened.engine.transaction(async (tx) => {
      let base = await readBase(tx, to);
      // Also what was too large to travel.
      for (const [seq, of, userId, type, isUndo, isRedo] of await tx.query(
        `SELECT seq, changes, user_id, type, is_undo, is_redo FROM ${from}._log ORDER BY seq`,
      )) {
        const changes = of as readonly Change[];
        const edit = { userId, changes, type, isUndo, isRedo } as Edit;
        await flush(tx, base, [edit], testNow);
        base = baseAfter(base, changes);
        await tx.query(`INSERT INTO ${to}._log SELECT * FROM ${from}._log WHERE seq = $1`, [seq]);
        await tx.query(`UPDATE ${to}._base SET seq = $1, meta_version = $2`, [seq, base.metaVersion]);
      }
      // What the writer believes without reading is what it would read.
      expect(base).toEqual(await readBase(tx, to));
    });
    return copy;
  }

  it(
    'comes to what the same actions come to in memory; takes all of it back, does it again, and takes none twice',
    () =>
      lawOf(async (sequence, [die = 0]) => {
        const both = new Both(await openStore(bases));
        const { store, memory } = both;
        for (const [i, choice] of sequence.entries()) {
          await both.act('ann', actionFor(choice, memory, i + 1));
          if (both.waiting > die % 8) await both.arrive();
        }
        await both.arrive();
        const full = await seen(store);
        expect(full).toEqual(inMemory(memory));
        const taken = new Set(memory.log.map((entry) => entry.action));

        while (await both.step('ann', 'undo'));
        expect(await seen(store)).toEqual({ metadata: { tables: [] }, records: [] });
        while (await both.step('ann', 'redo'));
        expect(await seen(store)).toEqual(full);

        const again = await Promise.all([...taken].map((action) => store.submit('ann', action)));
        expect(again.filter(({ repeated }) => !repeated)).toEqual([]);
        expect(await seen(store)).toEqual(full);
        await remove(store);
      }),
    patience,
  );

  it(
    'follows two people who act at once, take back and do again; its log replayed comes to the same',
    () =>
      lawOf(async (sequence, dice) => {
        const both = new Both(await openStore(bases));
        const { store, memory } = both;
        for (const [i, choice] of sequence.entries()) {
          const person = choice.seeds.length % 3 === 0 ? 'ben' : 'ann';
          const die = dice[i] ?? 0;
          if (die < 70) {
            const { groupId: _, ...action } = actionFor(choice, memory, i + 1);
            await both.act(person, action);
            if (die < 56) continue;
          }
          await both.arrive();
          if (die >= 70) await both.step(person, die < 90 ? 'undo' : 'redo');
        }
        await both.arrive();
        const full = await seen(store);
        expect(full).toEqual(inMemory(memory));
        const copy = await replayed(store);
        expect(await seen(copy)).toEqual(full);
        await remove(store, copy);
      }),
    patience,
  );
});
