import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import { refuseNotCarried } from './dump/not-carried.ts';
import { readStructure } from './dump/structure.ts';
import { CopyWriter } from './import/copy-writer.ts';
import { readQuery } from './query/read-query.ts';
import { SearchIndex } from './query/search-index.ts';
import { schemaOf } from './schema/names.ts';
import { readBase } from './schema/read-base.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const rows = 600;

describeEngines('the search index of a table', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let store: BaseStore;
  const [name, note, stage] = [newId('fld'), newId('fld'), newId('fld')];
  const ids = Array.from({ length: rows }, () => newId('rec'));
  const table = newTable('Orders', [
    { id: name, name: 'Name', type: 'single_line_text', order: 0, template: {} },
    { id: note, name: 'Note', type: 'long_text', order: 1, template: {} },
    {
      id: stage,
      name: 'Stage',
      type: 'single_select',
      order: 2,
      template: { options: [{ value: 'woven', label: 'Woven', color: 'Blue' }], disableColors: false },
    },
  ]);
  const query = { tableId: table.id, timeZone: 'UTC', now: testNow };
  const submit = (type: Action['type'], input: object) =>
    store.submit('ann', { id: newId('act'), type, input } as Action);
  const edit = (recordId: string, fieldId: string, cell: object) =>
    submit('UPDATE_RECORD_CELL', { tableId: table.id, recordId, cells: { [fieldId]: cell } });
  const fill = () => bases.fillSearchIndex(store.baseId, table.id, new AbortController().signal);

  /** Whom the index would have read; null: it does not help. */
  async function candidates(search: string) {
    const missed: string[] = [];
    const base = await readBase(opened.engine, schemaOf(store.baseId));
    const index = new SearchIndex({ onMissed: (id) => missed.push(id) });
    return index.find(opened.engine, readQuery(base, { ...query, search }));
  }
  async function found(search: string): Promise<readonly string[]> {
    const { records, total } = await store.window({ ...query, search, start: 0, count: 100 });
    expect(total).toBe(records.length);
    const listed = await store.list({ ...query, search, limit: 100 });
    expect(listed.records.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    return records.map(({ id }) => id);
  }

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
    store = await openStore(bases);
    const load = await store.beginLoad(table);
    const writer = new CopyWriter(load.plan);
    for (const [i, id] of ids.entries())
      writer.add(id, [`Order ${i} Café`, i === 17 ? 'nettle and silk' : 'linen', 'woven'], null);
    await load.append(writer.take());
    await load.finish();
    await submit('IMPORT_RECORDS', { table, recordsImported: rows });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('finds few records by their texts, and leaves to the table what it cannot tell', async () => {
    expect(await candidates('nettle')).toBeNull();
    expect(await fill()).toBe(true);
    expect(await candidates('NETTLE')).toEqual([ids[17]]);
    expect(await found('nettle')).toEqual([ids[17]]);
    expect(await candidates('order 123 cafe')).toEqual([ids[123]]);
    expect(await candidates('no such text')).toEqual([]);
    // Fewer than three letters make no trigram, and labels of options are not in it.
    expect(await candidates('ne')).toBeNull();
    expect(await candidates('woven')).toBeNull();
    expect(await found('100%')).toEqual([]);
  });

  it('finds what was edited, made, deleted and brought back since', async () => {
    await edit(must(ids[3]), note, { value: 'hemp' });
    await edit(must(ids[17]), note, { value: 'wool' });
    const made = newId('rec');
    await submit('CREATE_RECORD', {
      tableId: table.id,
      records: [{ id: made, cells: { [name]: { value: 'Hemp rope' } } }],
    });
    expect(await found('hemp')).toEqual([ids[3], made]);
    expect(await found('nettle')).toEqual([]);
    await submit('DELETE_RECORD', { tableId: table.id, recordId: made });
    expect(await found('hemp')).toEqual([ids[3]]);
    await store.undo('ann', 1);
    expect(await found('hemp')).toEqual([ids[3], made]);
    expect(await fill()).toBe(true);
    expect(await candidates('hemp')).toEqual(expect.arrayContaining([ids[3], made]));
    expect(await candidates('nettle')).toEqual([]);
    expect(await found('hemp')).toEqual([ids[3], made]);
  });

  it('is not asked about a converted field before it is built again', async () => {
    await edit(must(ids[5]), stage, { raw: 'Dyed twice' });
    expect(await found('dyed twice')).toEqual([ids[5]]);
    await submit('CONVERT_FIELD_TYPE', {
      tableId: table.id,
      fieldId: note,
      type: 'number',
      template: { decimalPlaces: 0, numberFormat: 'comma_period' },
      shadowId: newId('fld'),
      timeZone: 'UTC',
      locale: 'en-US',
    });
    expect(await candidates('hemp')).toBeNull();
    expect(await found('hemp')).toHaveLength(2);
    expect(await fill()).toBe(true);
    expect(await candidates('hemp')).toHaveLength(2);
    expect(await found('dyed twice')).toEqual([ids[5]]);
  });

  it('is left out of copies, which need no extension for it', async () => {
    const { tables } = await readStructure(opened.engine);
    expect(tables.filter((shape) => shape.name.startsWith('_search_'))).toEqual([]);
    await expect(refuseNotCarried(opened.engine, 'refuse')).resolves.toBeUndefined();
    const copyId = newId('bas');
    await bases.copy(store.baseId, copyId, new Map(), async () => {});
    const names = await opened.engine.query(
      `SELECT relname::text FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
      [schemaOf(copyId)],
    );
    expect(names.flat()).toContain(table.id);
    expect(names.flat().filter((name) => String(name).startsWith('_search_'))).toEqual([]);
  });
});
