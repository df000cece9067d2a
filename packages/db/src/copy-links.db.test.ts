import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bases } from './bases.ts';
import type { Engine } from './engine/engine.ts';
import { schemaOf } from './schema/names.ts';
import {
  actOn,
  basesOf,
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

const records = 150;
const linksOfEach = 30;

describeEngines('duplicating a field of many links', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** A table whose records are each linked to some of another. */
  async function linkedTables() {
    const store = await openStore(bases);
    const schema = schemaOf(store.baseId);
    const act = actOn(store);
    const made = async (name: string) => {
      const primary = sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' });
      const { id: tableId } = newTable(name, [primary]);
      const ids = Array.from({ length: records }, () => newId('rec'));
      await act('CREATE_TABLE', { table: { ...newTable(name, [primary]), id: tableId }, records: [] });
      await act('CREATE_RECORD', { tableId, records: ids.map((id) => ({ id, cells: {} })) });
      return { tableId, ids };
    };
    const [{ tableId, ids }, others] = [await made('Orders'), await made('Parts')];
    const [fieldId, inverseFieldId] = [newId('fld'), newId('fld')];
    const template = { tableId: others.tableId, allowMultiple: true, inverseFieldId };
    await act('CREATE_FIELD', {
      tableId,
      field: { id: fieldId, name: 'Parts', type: 'linked_record', template },
    });
    for (let at = 0; at < records; at += 50)
      await act('BULK_UPDATE_LINKS', {
        ...{ tableId, fieldId },
        records: ids.slice(at, at + 50).map((id, i) => ({
          id,
          newIds: Array.from({ length: linksOfEach }, (_, n) => must(others.ids[(at + i + n) % records])),
          oldIds: [],
        })),
      });
    const cells = async (of: string, field: string) => {
      const page = await store.list({ timeZone: 'UTC', now: testNow, tableId: of, limit: 1_000 });
      return page.records.map(({ data }) => data[field] ?? null);
    };
    const copy = {
      ...{ id: newId('act'), type: 'CREATE_FIELD' as const },
      input: {
        tableId,
        field: {
          ...{ id: newId('fld'), name: '', type: 'linked_record' },
          template: { inverseFieldId: newId('fld') },
        },
        copyOf: fieldId,
      },
    } as Action & { readonly type: 'CREATE_FIELD' };
    const [copyId, copyInverseId] = [
      copy.input.field.id,
      (copy.input.field.template as { inverseFieldId: string }).inverseFieldId,
    ];
    const update = (recordId: string | undefined, change: { newIds?: string[]; oldIds?: string[] }) =>
      act('UPDATE_LINKS', { tableId, recordId: recordId ?? '', fieldId, newIds: [], oldIds: [], ...change });
    /** Links that one transaction has copied at most: they have one xmin. */
    const mostAtOnce = async () => {
      const [row] = await opened.engine.query(
        `SELECT max(n) FROM (SELECT count(*) AS n FROM ${schema}._links WHERE relation IN ($1, $2) GROUP BY xmin::text) AS written`,
        [copyId, copyInverseId],
      );
      return row?.[0];
    };
    /** The copy holds what the field holds, on both sides, and came in steps. */
    const isCopied = async () => {
      expect(await cells(tableId, copyId)).toEqual(await cells(tableId, fieldId));
      expect(await cells(others.tableId, copyInverseId)).toEqual(await cells(others.tableId, inverseFieldId));
      expect(await mostAtOnce()).toBeLessThanOrEqual(2_000);
    };
    return { store, copy, tableId, ids, others, act, update, isCopied };
  }

  /** The engine, whose transactions from this one on come after what else is done. */
  const interrupted = (at: number, work: () => Promise<unknown>): Engine => {
    let transactions = 0;
    return new Proxy(opened.engine, {
      get: (target, key: keyof Engine) => {
        const value = target[key];
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return async (run: Parameters<Engine['transaction']>[0]) => {
          if (++transactions === at) await work();
          return target.transaction(run);
        };
      },
    });
  };

  it('goes in steps, and takes along what others link, unlink and delete meanwhile', async () => {
    const { store, copy, tableId, ids, others, act, update, isCopied } = await linkedTables();
    const engine = interrupted(3, async () => {
      await update(ids[0], { oldIds: [must(others.ids[0])] });
      await update(ids[1], { newIds: [must(others.ids[100])] });
      await act('DELETE_RECORD', { tableId, recordId: must(ids[2]) });
      await act('DELETE_RECORD', { tableId: others.tableId, recordId: must(others.ids[5]) });
    });
    await basesOf(engine).get(store.baseId).submit('ann', copy);
    await isCopied();
  });

  it('goes on after a crash, without the links that have ended since', async () => {
    const { store, copy, ids, others, update, isCopied } = await linkedTables();
    const engine = interrupted(5, () => Promise.reject(new Error('killed')));
    await expect(basesOf(engine).get(store.baseId).submit('ann', copy)).rejects.toThrow('killed');
    for (const id of ids.slice(0, 3)) await update(id, { oldIds: [...others.ids] });
    await store.submit('ann', copy);
    await isCopied();
  });
});
