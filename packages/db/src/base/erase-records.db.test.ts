import type { Action } from '@weft/history';
import { expect, it } from 'vitest';
import { schemaOf } from '../schema/names.ts';
import { describeEngines, newId, newTable, openBases } from '../testing.ts';

async function collect<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describeEngines('records that are erased', (open) => {
  it('leave nothing of what they held, and cannot be brought back; the others can', async () => {
    const opened = await open();
    const bases = await openBases(opened);
    const baseId = newId('bas');
    await bases.create(baseId, async () => {});
    const store = bases.get(baseId);
    const submit = (action: Omit<Action, 'id'>) =>
      store.submit('form', { ...action, id: newId('act') } as Action);
    const fieldId = newId('fld');
    const table = newTable('Answers', [
      { id: fieldId, name: 'Name', type: 'single_line_text', template: {}, order: 0 },
    ]);
    const [gone, kept] = [newId('rec'), newId('rec')];
    await submit({ type: 'CREATE_TABLE', input: { table, records: [] } });
    const cells = (value: string) => ({ [fieldId]: { value } });
    const records = [
      { id: gone, cells: cells('Secret Ada') },
      { id: kept, cells: cells('Public Bert') },
    ];
    await submit({ type: 'CREATE_RECORD', input: { tableId: table.id, records } });
    const edit = { tableId: table.id, recordId: gone, cells: cells('Secret Ada of Oslo') };
    await submit({ type: 'UPDATE_RECORD_CELL', input: edit });
    await submit({ type: 'BULK_DELETE_RECORDS', input: { tableId: table.id, recordIds: [gone, kept] } });
    await store.erase(table.id, [gone]);
    const log = JSON.stringify((await store.history({ limit: 50 })).entries);
    expect(log).not.toContain('Secret');
    expect(log).toContain('Public Bert');
    await store.undo('form', 1);
    const back = await store.get(table.id, [gone, kept]);
    expect(new Map(back.map(({ id, data }) => [id, data]))).toEqual(
      new Map([
        [gone, {}],
        [kept, { [fieldId]: 'Public Bert' }],
      ]),
    );
    await opened[Symbol.asyncDispose]();
  });

  it('leave nothing in the derived tables of searches and views, whose counts stay', async () => {
    const opened = await open();
    const bases = await openBases(opened);
    const baseId = newId('bas');
    await bases.create(baseId, async () => {});
    const store = bases.get(baseId);
    const fieldId = newId('fld');
    const table = newTable('Answers', [
      { id: fieldId, name: 'Name', type: 'single_line_text', template: {}, order: 0 },
    ]);
    const recordId = newId('rec');
    const records = [{ id: recordId, cells: { [fieldId]: { value: 'Secret Ada' } } }];
    const submit = (action: object) => store.submit('form', { ...action, id: newId('act') } as Action);
    await submit({ type: 'CREATE_TABLE', input: { table, records: [] } });
    await submit({ type: 'CREATE_RECORD', input: { tableId: table.id, records } });
    const [search, order] = [`base_x._search_${table.id}`, `base_x._order_${table.id}_0`].map((name) =>
      name.replace('base_x', schemaOf(baseId)),
    );
    await opened.engine.exec(
      `CREATE TABLE ${search} (id text, text text); CREATE TABLE ${order} (id text, k0 text)`,
    );
    for (const derived of [search, order])
      await opened.engine.query(`INSERT INTO ${derived} VALUES ($1, 'secret ada')`, [recordId]);
    await submit({ type: 'BULK_DELETE_RECORDS', input: { tableId: table.id, recordIds: [recordId] } });
    const found = (await collect(store.recordsLoggedWith(table.id, 'SECRET'))).flat();
    expect(found.map(({ id, texts }) => [id, new Set(texts).has('Secret Ada')])).toEqual([[recordId, true]]);
    await store.erase(table.id, [recordId]);
    expect(await opened.engine.query(`SELECT id, text FROM ${search}`)).toEqual([]);
    expect(await opened.engine.query(`SELECT id, k0 FROM ${order}`)).toEqual([[recordId, null]]);
    expect(await collect(store.recordsLoggedWith(table.id, 'secret'))).toEqual([]);
    await opened[Symbol.asyncDispose]();
  });
});
