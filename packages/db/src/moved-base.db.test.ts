import { getRandomValues } from 'node:crypto';
import type { Action } from '@weft/history';
import { everyKindTable } from '@weft/history/testing';
import { idMaker, must } from '@weft/std';
import { expect, it } from 'vitest';
import { Bases } from './bases.ts';
import type { Engine, Transaction } from './engine/engine.ts';
import { describeEngines } from './testing.ts';

const newId = idMaker(Date.now, (bytes) => getRandomValues(bytes));

describeEngines('a base that moved while its row was being locked', (open) => {
  /** An engine whose lock of a base answers once, when asked to, what the row was one edit ago. */
  const lockingStale = (engine: Engine, isDue: () => boolean): Engine =>
    new Proxy(engine, {
      get: (target, key: keyof Engine) => {
        const value = target[key];
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return (work: (tx: Transaction) => Promise<unknown>) =>
          target.transaction((tx) => work(isDue() ? stale(tx) : tx));
      },
    });
  const stale = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get: (target, key: keyof Transaction) => {
        const value = target[key];
        if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (text: string, params?: readonly unknown[]) => {
          const rows = await target.query(text, params);
          return text.includes('_base FOR UPDATE')
            ? rows.map(([seq, ...rest]) => [Number(seq) - 1, ...rest])
            : rows;
        };
      },
    });

  it('is written once more, and the edit is there once', async () => {
    await using opened = await open();
    let due = false;
    const engine = lockingStale(opened.engine, () => {
      const isNow = due;
      due = false;
      return isNow;
    });
    const bases = new Bases(engine, {
      now: () => new Date().toISOString(),
      newActionId: () => newId('act'),
    });
    const id = newId('bas');
    await bases.create(id, async () => {});
    const store = bases.get(id);
    const table = everyKindTable(1);
    const recordId = newId('rec');
    const submit = (type: string, input: object) =>
      store.submit('ann', { id: newId('act'), type, input } as unknown as Action);
    await submit('CREATE_TABLE', { table, records: [{ id: recordId, cells: {} }] });
    const fieldId = must(table.fields[0]).id;
    const before = (await store.metadata()).version;
    due = true;
    const cells = { [fieldId]: { value: 'Linen' } };
    await submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId, cells });
    expect(due).toBe(false);
    expect((await store.metadata()).version).toBe(before + 1);
    expect((await store.get(table.id, [recordId]))[0]?.data[fieldId]).toBe('Linen');
  });
});
