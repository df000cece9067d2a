import { everyKindTable } from '@weft/history/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import { CopyWriter } from './import/copy-writer.ts';
import { describeEngines, newId, openBases, type TestEngine, testNow } from './testing.ts';

const reader = { timeZone: 'UTC', now: testNow };

describeEngines('a base that is filled before anybody sees it', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  const table = { ...everyKindTable(1), order: 0 };
  const name = must(table.fields.find((field) => field.type === 'single_line_text')).id;
  const at = { createdAt: '2020-01-02T03:04:05.678Z', updatedAt: '2021-01-02T03:04:05.678Z' };

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const schemas = async () =>
    (await opened.engine.query(`SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'bas%'`)).map(
      ([id]) => id,
    );

  async function filled(id: string) {
    const load = await bases.beginLoad(id, [table]);
    const plan = load.planOf(table.id);
    const writer = new CopyWriter(plan);
    for (const text of ['Linen', 'Wool'])
      writer.add(
        newId('rec'),
        table.fields.map((field) => (field.id === name ? text : null)),
        null,
        { ...at, createdBy: null, updatedBy: null },
      );
    await load.append(plan, writer.take());
    return load;
  }

  it('has its records in their order, made and changed when they were', async () => {
    const id = newId('bas');
    await (await filled(id)).finish(async () => {});
    const { records } = await bases.get(id).list({ ...reader, tableId: table.id, limit: 50 });
    expect(records).toMatchObject([
      { data: { [name]: 'Linen' }, ...at },
      { data: { [name]: 'Wool' }, ...at },
    ]);
  });

  it('is gone when it is given up, and when whoever filled it was killed', async () => {
    const [givenUp, left, young] = ['1', '2', '3'].map((last) => `bas0000000000000000000${last}0`);
    await (await filled(must(givenUp))).discard();
    expect(await schemas()).not.toContain(givenUp);
    await filled(must(left));
    await filled(must(young));
    await bases.removeUnfinished(must(young));
    expect(await schemas()).not.toContain(left);
    expect(await schemas()).toContain(young);
  });
});
