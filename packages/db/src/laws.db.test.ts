import { getRandomValues } from 'node:crypto';
import type { BaseMetadata, BaseRecord } from '@weft/core';
import type { Action, Change } from '@weft/history';
import { actionFor, choices, MemoryBase } from '@weft/history/testing';
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
import { appendEntries } from './writer/log.ts';

const now = '2026-11-21T09:00:00.000Z';
const newId = idMaker(
  () => 1_763_715_600_000,
  (bytes) => getRandomValues(bytes),
);
/**
 * A sequence of 200 actions, taken back and done again, is some 600 transactions: two seconds embedded. So a hundredth
 * of the cases of the model in memory, which this holds the engines against, and no fewer than three.
 */
const runs = {
  numRuns: Math.max(3, Math.floor(Number(process.env.LAWS_RUNS ?? 100) / 100)),
  // A smaller example of a fault is looked for by hand, with its seed: it takes minutes.
  endOnFailure: true,
};
/** Milliseconds; on two cores shared by a dozen programs it took seventy seconds. */
const patience = 300_000 * Math.max(1, Number(process.env.LAWS_RUNS ?? 100) / 100);
const reader = { timeZone: 'UTC', now };

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

/**
 * What stands where nobody can say: a record added by a transaction that deletes the last one too gets another
 * position than in a transaction of its own.
 */
const placeless = ({
  metadata,
  records,
}: ReturnType<typeof inMemory> | Awaited<ReturnType<typeof seen>>) => ({
  metadata,
  records: records.map(([tableId, of]) => [
    tableId,
    of.map(({ position: _, ...record }) => record).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ]),
});

/** Sends actions at once, as they come in from many: those refused in memory are refused here, for a reason. */
async function send(
  store: BaseStore,
  sent: readonly { readonly person: string; readonly action: Action; readonly ok: boolean }[],
): Promise<void> {
  const answers = await Promise.allSettled(sent.map(({ person, action }) => store.submit(person, action)));
  for (const [i, answer] of answers.entries()) {
    if (answer.status === 'rejected' && !(answer.reason instanceof AppError)) throw answer.reason;
    const refusal = answer.status === 'rejected' ? answer.reason : null;
    expect([sent[i]?.action, refusal, refusal === null]).toEqual([sent[i]?.action, refusal, sent[i]?.ok]);
  }
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

  async function replayed(log: readonly (readonly Change[])[]): Promise<BaseStore> {
    const store = await freshBase();
    const schema = schemaOf(store.baseId);
    for (const [i, changes] of log.entries()) {
      const said = { type: 'UPDATE_TABLE', label: '', userId: 'ann', timestamp: now } as const;
      const entry = { seq: i + 1, id: newId('act'), ...said, isUndo: false, isRedo: false, tracked: false };
      await opened.engine.transaction(async (tx) => {
        await flush(tx, await readBase(tx, schema), changes, now);
        // A conversion looks into the log for what has changed since.
        await appendEntries(tx, schema, [{ ...entry, changes }]);
        await tx.query(`UPDATE ${schema}._base SET seq = seq + 1, meta_version = meta_version + 1`);
      });
    }
    return store;
  }

  it(
    'comes to what the same actions come to in memory; takes all of it back, does it again, and takes none twice',
    async () => {
      await fc.assert(
        fc.asyncProperty(choices(200), async (sequence) => {
          const store = await freshBase();
          const memory = new MemoryBase(() => now);
          for (const [i, choice] of sequence.entries()) {
            const action = actionFor(choice, memory, i + 1);
            await send(store, [{ person: 'ann', action, ok: memory.submit('ann', action).ok }]);
          }
          expect(await seen(store)).toEqual(inMemory(memory));
          const taken = new Set(memory.log.map((entry) => entry.action));

          while (memory.undo('ann') !== null) await store.undo('ann', 1);
          expect(await seen(store)).toEqual({ metadata: { tables: [] }, records: [] });
          while (memory.redo('ann') !== null) await store.redo('ann', 1);
          const full = await seen(store);
          expect(full).toEqual(inMemory(memory));

          for (const action of taken) expect((await store.submit('ann', action)).repeated).toBe(true);
          expect(await seen(store)).toEqual(full);
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'follows two people who act at once, take back and do again; its log replayed comes to the same',
    async () => {
      const turns = fc.array(fc.tuple(fc.nat(9), fc.nat(4)), { minLength: 200, maxLength: 200 });
      await fc.assert(
        fc.asyncProperty(choices(200), turns, async (sequence, whatNext) => {
          const store = await freshBase();
          const memory = new MemoryBase(() => now);
          const together: { readonly person: string; readonly action: Action; readonly ok: boolean }[] = [];
          for (const [i, choice] of sequence.entries()) {
            const person = choice.seeds.length % 3 === 0 ? 'ben' : 'ann';
            const [turn = 9, wait = 0] = whatNext[i] ?? [];
            if (turn > 2) {
              const { groupId: _, ...action } = actionFor(choice, memory, i + 1);
              // A large conversion prepares itself before it takes its turn: what is sent after it may overtake it.
              if (action.type === 'CONVERT_FIELD_TYPE') await send(store, together.splice(0));
              together.push({ person, action, ok: memory.submit(person, action).ok });
              if (action.type !== 'CONVERT_FIELD_TYPE' && wait > 0) continue;
            }
            await send(store, together.splice(0));
            if (turn < 2 && memory.undo(person) !== null) await store.undo(person, 1);
            if (turn === 2 && memory.redo(person) !== null) await store.redo(person, 1);
          }
          await send(store, together);
          const full = await seen(store);
          expect(placeless(full)).toEqual(placeless(inMemory(memory)));
          expect(await seen(await replayed(await logOf(store)))).toEqual(full);
        }),
        runs,
      );
    },
    patience,
  );
});
