import type { Change } from '@weft/history';
import { MemoryBase } from '@weft/history/testing';
import { must } from '@weft/std';
import { expect } from 'vitest';
import type { Bases } from './bases.ts';
import { schemaOf } from './schema/names.ts';
import { actOn, newId, openStore, type TestEngine, testNow, textTable } from './testing.ts';

/** Orders with a text that names customers. */
export async function orders(
  opened: TestEngine,
  bases: Bases,
  texts: readonly (string | null)[],
  customers: readonly (string | null)[],
) {
  const store = await openStore(bases);
  const act = actOn(store);
  const target = await textTable(act, 'Customers', [['Name', customers]]);
  const own = await textTable(act, 'Orders', [
    ['Order', texts.map((_, i) => `Order ${i}`)],
    ['Customer', texts],
    ['Stage', texts.map(() => 'new')],
  ]);
  const [, textId = ''] = own.fields;
  const [linkId, inverseFieldId] = [newId('fld'), newId('fld')];
  const convert = (more: { allowMultiple?: boolean; keepText?: boolean } = {}, groupId?: string) =>
    act(
      'CONVERT_FIELD_TYPE',
      {
        ...{ tableId: own.tableId, fieldId: textId, type: 'linked_record', shadowId: linkId },
        template: { tableId: target.tableId, allowMultiple: more.allowMultiple ?? true, inverseFieldId },
        ...{ timeZone: 'UTC', locale: 'en-US', keepText: more.keepText ?? false },
      },
      'ann',
      groupId,
    );
  const cells = async (tableId: string, fieldId: string) => {
    const page = await store.list({ timeZone: 'UTC', now: testNow, tableId, limit: 5_000 });
    const records = page.records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return records.map(({ data, raw }) => raw?.[fieldId] ?? data[fieldId] ?? null);
  };
  /** The names that the links of each order lead to. */
  const linked = async () => {
    const names = await cells(target.tableId, must(target.fields[0]));
    const page = await store.list({ timeZone: 'UTC', now: testNow, tableId: target.tableId, limit: 5_000 });
    const byId = new Map(page.records.map(({ id, data }) => [id, data[must(target.fields[0])]]));
    expect(names.length).toBeGreaterThanOrEqual(target.ids.length);
    const links = (await cells(own.tableId, linkId)) as (readonly string[] | null)[];
    return links.map((of) => of?.map((id) => byId.get(id)).toSorted() ?? null);
  };
  /** What the log says of both sides of the links. */
  const told = async () => {
    const memory = new MemoryBase(() => testNow);
    const log = await opened.engine.query(`SELECT changes FROM ${schemaOf(store.baseId)}._log ORDER BY seq`);
    for (const [changes] of log) memory.replay(changes as readonly Change[]);
    const of = (tableId: string, fieldId: string) =>
      memory
        .recordsOf(tableId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ data }) => data[fieldId] ?? null);
    return [of(own.tableId, linkId), of(target.tableId, inverseFieldId)];
  };
  const both = async () => [await cells(own.tableId, linkId), await cells(target.tableId, inverseFieldId)];
  const fields = async () => {
    const { metadata } = await store.metadata();
    return metadata.tables.map((table) => table.fields.map(({ name, type }) => `${name}: ${type}`));
  };
  return {
    store,
    act,
    own,
    target,
    textId,
    linkId,
    inverseFieldId,
    convert,
    cells,
    linked,
    told,
    both,
    fields,
  };
}
