import { getRandomValues } from 'node:crypto';
import type { Action, Change } from '@weft/history';
import { actionFor, type Choice, choices, MemoryBase } from '@weft/history/testing';
import { AppError, idMaker } from '@weft/std';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import { schemaOf } from './base/names.ts';
import { readBase } from './base/read-base.ts';
import { Bases } from './bases.ts';
import { migrate } from './migrate.ts';
import { describeEngines, type TestEngine } from './testing.ts';
import { flush } from './writer/flush.ts';

const now = '2026-11-21T09:00:00.000Z';
const newId = idMaker(
  () => 1_763_715_600_000,
  (bytes) => getRandomValues(bytes),
);
/**
 * A sequence of 200 actions, taken back and done again, is some 600 transactions: two seconds embedded. So a hundredth
 * of the cases of the model in memory, which this holds the engines against, and no fewer than four.
 */
const runs = { numRuns: Math.max(4, Math.floor(Number(process.env.LAWS_RUNS ?? 100) / 100)) };
const reader = { timeZone: 'UTC', now };

/** All a person can see of a base on the server. */
async function seen(store: BaseStore) {
  const { metadata } = await store.metadata();
  const records = [];
  for (const table of metadata.tables) {
    const page = await store.list({ ...reader, tableId: table.id, limit: 5_000 });
    records.push([table.id, page.records]);
  }
  return { metadata, records };
}

/** The same in memory, where the cells of a removed field are still at hand. */
const inMemory = (base: MemoryBase) => ({
  metadata: base.metadata,
  records: base.metadata.tables.map((table) => {
    const present = new Set(table.fields.map((field) => field.id));
    const records = base.recordsOf(table.id).map((record) => ({
      ...record,
      data: Object.fromEntries(Object.entries(record.data).filter(([fieldId]) => present.has(fieldId))),
    }));
    return [table.id, records];
  }),
});

/** Does a sequence here and there, a few at once as they come in: the same are done and the same refused. */
async function doBoth(store: BaseStore, memory: MemoryBase, sequence: readonly Choice[]): Promise<Action[]> {
  const done: Action[] = [];
  let together: { readonly action: Action; readonly ok: boolean }[] = [];
  for (const [i, choice] of sequence.entries()) {
    const action = actionFor(choice, memory, i + 1);
    together.push({ action, ok: memory.submit('ann', action).ok });
    if (i % 5 < choice.which % 5 && i < sequence.length - 1) continue;
    const answers = await Promise.allSettled(together.map((one) => store.submit('ann', one.action)));
    for (const [n, answer] of answers.entries()) {
      if (answer.status === 'rejected' && !(answer.reason instanceof AppError)) throw answer.reason;
      expect([together[n]?.action, answer.status]).toEqual([
        together[n]?.action,
        together[n]?.ok ? 'fulfilled' : 'rejected',
      ]);
    }
    done.push(...together.map((one) => one.action));
    together = [];
  }
  return done;
}

describeEngines('the history of a base in the database', (open) => {
  let opened: TestEngine;
  let bases: Bases;

  beforeAll(async () => {
    opened = await open();
    await migrate(opened.engine);
    bases = new Bases(opened.engine, { now: () => now, newActionId: () => newId('act') });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  async function freshBase(): Promise<BaseStore> {
    const id = newId('bas');
    await bases.create(id, async () => {});
    return bases.get(id);
  }

  /** The whole log, also what was too large to travel. */
  async function logOf(store: BaseStore): Promise<readonly (readonly Change[])[]> {
    const rows = await opened.engine.query(`SELECT changes FROM ${schemaOf(store.baseId)}._log ORDER BY seq`);
    return rows.map(([changes]) => changes as readonly Change[]);
  }

  it('comes to what the same actions come to in memory; all taken back, done again, sent again, and replayed', async () => {
    await fc.assert(
      fc.asyncProperty(choices(200), async (sequence) => {
        const store = await freshBase();
        const memory = new MemoryBase(() => now);
        const actions = await doBoth(store, memory, sequence);
        expect(await seen(store)).toEqual(inMemory(memory));

        while (memory.undo('ann') !== null) await store.undo('ann', 1);
        expect(await seen(store)).toEqual({ metadata: { tables: [] }, records: [] });
        while (memory.redo('ann') !== null) await store.redo('ann', 1);
        const full = await seen(store);
        expect(full).toEqual(inMemory(memory));

        // Those that were refused are refused for the same reason or do what they could not do then: leave them out.
        const taken = new Set(memory.log.map((entry) => entry.action.id));
        for (const action of actions.filter(({ id }) => taken.has(id)))
          expect((await store.submit('ann', action)).repeated).toBe(true);
        expect(await seen(store)).toEqual(full);

        const replayed = await freshBase();
        for (const changes of await logOf(store)) {
          await opened.engine.transaction(async (tx) => {
            const base = await readBase(tx, schemaOf(replayed.baseId));
            await flush(tx, base, changes, now);
            await tx.query(`UPDATE ${schemaOf(replayed.baseId)}._base SET meta_version = meta_version + 1`);
          });
        }
        expect(await seen(replayed)).toEqual(full);
      }),
      runs,
    );
  }, 120_000);
});
