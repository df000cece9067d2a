import type { BaseRecord, Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, subscribe, type TestPerson } from '../../testing.ts';
import { Imports } from './imports.ts';
import { KeyIndex } from './key-index.ts';
import { TableAddition } from './table-addition.ts';

type Order = CallRequest<'csvCreateTableStream'>;

describe('importing a file into a table that is there', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let basePublicId: string;
  let orders: Table;
  let customers: Table;
  let imports = 0;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
  });

  const field = (name: string, table = orders) => must(table.fields.find((one) => one.name === name)).id;

  /** Orders with a customer each, of whom there are two. */
  async function world(): Promise<void> {
    basePublicId = await newBase(ann);
    const made = async (name: string, fields: object[], records: object[] = []) =>
      (await rpc(ann, 'tables.create', { basePublicId, name, fields, records } as never)).table as Table;
    const text = { type: 'single_line_text', template: {} };
    customers = await made(
      'Customers',
      [{ id: 'fld0000000000000000000cu', name: 'Name', ...text }],
      [{ data: { fld0000000000000000000cu: 'Oak' } }, { data: { fld0000000000000000000cu: 'Elm' } }],
    );
    orders = await made(
      'Orders',
      [
        { id: 'fld0000000000000000000or', name: 'Order', ...text },
        { id: 'fld0000000000000000000me', name: 'Metres', type: 'number', template: {} },
        {
          ...{ id: 'fld0000000000000000000st', name: 'Stage', type: 'single_select' },
          template: { options: [{ value: 'optweave', label: 'Weaving', color: 'Blue' }] },
        },
        { id: 'fld0000000000000000000du', name: 'Due', type: 'date', template: { dateFormat: 'european' } },
      ],
      [{ data: { fld0000000000000000000or: 'Runner', fld0000000000000000000me: 5 } }],
    );
    await rpc(ann, 'fields.create', {
      ...{ basePublicId, tableId: orders.id },
      field: {
        ...{ id: 'fld0000000000000000000li', name: 'Customer', type: 'linked_record' },
        template: { tableId: customers.id, inverseFieldId: 'fld0000000000000000000in' },
      },
    });
    orders = must(
      (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables.find(({ id }) => id === orders.id),
    ) as Table;
  }

  async function run(content: string, order: Partial<Order>): Promise<readonly ImportEvent[]> {
    const csvFileUrl = await server.upload(ann, 'more.csv', content);
    const input = {
      ...{
        basePublicId,
        importId: `into-${++imports}`,
        csvFileUrl,
        config: { tableName: '' },
        tableId: orders.id,
      },
      ...order,
    } as Order;
    const events: ImportEvent[] = [];
    for await (const event of subscribe(ann, 'csvCreateTableStream', input)) events.push(event);
    return events;
  }
  const into = (...targets: (string | undefined)[]): Order['fieldMappings'] =>
    targets.map((name, sourceFieldIndex) => ({
      sourceFieldIndex,
      ...(name !== undefined && { targetFieldId: field(name) }),
    }));
  async function records(tableId = orders.id): Promise<readonly Pick<BaseRecord, 'data' | 'raw'>[]> {
    const { records } = await rpc(ann, 'records.list', { basePublicId, tableId });
    return records.map(({ data, raw }) => ({ data, ...(raw && { raw }) })) as never;
  }
  const shown = async () =>
    (await records()).map(({ data, raw }) => ({ ...data, ...raw })) as readonly { [id: string]: unknown }[];

  it('reads values as the fields take them, keeps what does not fit, and is one step of undo', async () => {
    await world();
    const before = await records();
    const content =
      'Article,Length,State,Deliver by\nNoren,30,Weaving,02/11/2026\nApron,26 m,Held,13/11/2026\n';
    const events = await run(content, { fieldMappings: into('Order', 'Metres', 'Stage', 'Due') });
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'finished', tableId: orders.id, recordsImported: 2, recordsUpdated: 0, rowsRejected: 0 },
      ...{ valuesNotConverted: 2, namesNotLinked: 0 },
    });
    const [order, metres, stage, due] = ['Order', 'Metres', 'Stage', 'Due'].map((name) => field(name)) as [
      string,
      string,
      string,
      string,
    ];
    expect((await shown()).slice(1)).toEqual([
      { [order]: 'Noren', [metres]: 30, [stage]: 'optweave', [due]: '2026-11-02T00:00:00.000Z' },
      { [order]: 'Apron', [metres]: '26 m', [stage]: 'Held', [due]: '2026-11-13T00:00:00.000Z' },
    ]);
    const end = must(events.at(-1));
    const report = await ann.call(
      'GET',
      end.type === 'finished' ? new URL(must(end.reportUrl)).pathname : '',
    );
    expect(await report.text()).toContain('2,3,Metres,26 m,');
    await rpc(ann, 'history.undo', { basePublicId });
    expect(await records()).toEqual(before);
    await rpc(ann, 'history.redo', { basePublicId });
    expect(await records()).toHaveLength(3);
  });

  it('makes new fields, options and linked records where it is asked to', async () => {
    await world();
    const content = 'Article,State,Client,Stand\nNoren,Held,Oak,B1\nApron,Weaving,"Ash, Elm",B2\n';
    const asked = { createOptions: true, createLinks: true };
    const events = await run(content, {
      fieldMappings: into('Order', 'Stage', 'Customer', undefined),
      ...asked,
    });
    expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 2, valuesNotConverted: 0 });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = must(metadata.tables.find(({ id }) => id === orders.id)) as Table;
    const stand = must(table.fields.find(({ name }) => name === 'Stand'));
    const stage = must(table.fields.find(({ name }) => name === 'Stage')) as {
      template: { options?: { label: string }[] };
    };
    expect(stage.template.options?.map(({ label }) => label)).toEqual(['Weaving', 'Held']);
    expect((await records(customers.id)).map(({ data }) => data[customers.primaryFieldId])).toEqual([
      'Oak',
      'Elm',
      'Ash',
    ]);
    const rows = (await shown()).slice(1);
    expect(rows.map((row) => row[stand.id])).toEqual(['B1', 'B2']);
    expect(rows.map((row) => (row[field('Customer')] as string[]).length)).toEqual([1, 2]);
    const linked = (await rpc(ann, 'history.list', { basePublicId })).actions.filter(
      ({ type }) => type === 'BULK_UPDATE_LINKS' || type === 'UPDATE_LINKS',
    );
    // One action for all rows, however many there are.
    expect(linked.map(({ label }) => label)).toEqual(['Linked 2 records in Customer']);
    await rpc(ann, 'history.undo', { basePublicId });
    expect(await records(customers.id)).toHaveLength(2);
    expect(await records()).toHaveLength(1);
  });

  it('makes one linked record of a number that the file writes in two ways', async () => {
    await world();
    await rpc(ann, 'fields.convert', {
      ...{ basePublicId, tableId: customers.id, fieldId: customers.primaryFieldId, type: 'number' },
      ...{ template: {}, conversionContext: { timezone: 'UTC' } },
    });
    const content = 'Article,Client\nScarf,7\nTowel,7.0\nShawl,"7,7.0"\n';
    await run(content, { fieldMappings: into('Order', 'Customer'), createLinks: true });
    expect(await records(customers.id)).toHaveLength(3);
    const linked = (await shown()).slice(1).map((row) => row[field('Customer')] as string[]);
    expect(linked.map((ids) => ids.length)).toEqual([1, 1, 1]);
    expect(new Set(linked.flat()).size).toBe(1);
  });

  it('changes the records that a key finds, and names rows whose key is of several', async () => {
    await world();
    await run('A\nTwin\nTwin\n', { fieldMappings: into('Order') });
    const content = 'Article,Length,Client\nRunner,7,Oak\nTwin,1,\nNew,2,Nobody\nNew,3,\n';
    const events = await run(content, {
      ...{ fieldMappings: into('Order', 'Metres', 'Customer'), keyFieldId: field('Order') },
    });
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'finished', recordsImported: 3, recordsUpdated: 2, rowsRejected: 1, valuesNotConverted: 1 },
      namesNotLinked: 1,
    });
    const rows = await shown();
    expect(rows.map((row) => [row[field('Order')], row[field('Metres')]])).toEqual([
      ['Runner', 7],
      ['Twin', undefined],
      ['Twin', undefined],
      ['New', 3],
    ]);
    expect(rows[0]?.[field('Customer')]).toHaveLength(1);
    await rpc(ann, 'history.undo', { basePublicId });
    expect((await shown()).map((row) => row[field('Metres')])).toEqual([5, undefined, undefined]);
  });

  it('links to no record by a name that several have, and reports it', async () => {
    await world();
    await rpc(ann, 'records.create', {
      ...{ basePublicId, tableId: customers.id },
      records: [{ data: { [customers.primaryFieldId]: 'Oak' } }],
    });
    const events = await run('Article,Client\nNoren,"Oak, Elm"\n', {
      ...{ fieldMappings: into('Order', 'Customer'), createLinks: true },
    });
    const end = must(events.at(-1));
    expect(end).toMatchObject({ type: 'finished', valuesNotConverted: 1, namesNotLinked: 1 });
    const [, row] = await shown();
    const { records: called } = await rpc(ann, 'records.list', { basePublicId, tableId: customers.id });
    const elm = called.find(({ data }) => data[customers.primaryFieldId] === 'Elm');
    expect(row?.[field('Customer')]).toEqual([elm?.id]);
    expect(called).toHaveLength(3);
    const report = await ann.call(
      'GET',
      end.type === 'finished' ? new URL(must(end.reportUrl)).pathname : '',
    );
    expect(await report.text()).toContain('2 records of Customers are called so. Nothing was linked');
  });

  it('finds the same records by keys that are read once, as for a long file, as by looking for each', async () => {
    await world();
    await run('A\nTwin\nTwin\n', { fieldMappings: into('Order') });
    const store = server.parts.imports.deps.base(basePublicId);
    const index = await KeyIndex.read(store, orders.id, field('Order'), (scan) =>
      scan(new AbortController().signal),
    );
    const keys = ['Runner', 'Twin', 'Nobody'];
    const found = await store.findByValue(orders.id, field('Order'), keys);
    expect(found.map((one) => one?.count)).toEqual([1, 2, undefined]);
    expect(await index.find(keys)).toEqual(found);
  });

  function asAnn(store: BaseStore, groupId: string) {
    const { newId } = server.parts.imports.deps;
    const submit = async (type: string, input: object) =>
      void (await store.submit(ann.id, { id: newId('act'), type, input, groupId } as never));
    return { ...{ store, userId: ann.id, groupId, newId }, submit };
  }

  it('makes one record of a new key that a long file names again further down', async () => {
    await world();
    const { deps } = server.parts.imports;
    const runScan: RunScan = (scan) => scan(new AbortController().signal);
    const store = deps.base(basePublicId);
    const addition = new TableAddition(
      { ...asAnn(store, 'into-long'), runScan },
      {
        ...{ table: orders, tables: [orders, customers], keyFieldId: field('Order') },
        ...{ createOptions: false, createLinks: false },
      },
    );
    await addition.begin([], 60_000);
    const batch = (line: number, metres: number) => ({
      rows: ['Runner', 'New'].map((key, i) => ({
        ...{ row: line + i, line: line + i, names: {} },
        cells: { [field('Order')]: { value: key }, [field('Metres')]: { value: metres } },
      })),
      grown: [],
    });
    expect(await addition.write(batch(2, 1) as never)).toMatchObject({ created: 1, updated: 1 });
    expect(await addition.write(batch(9, 2) as never)).toMatchObject({ created: 0, updated: 2 });
    expect((await shown()).map((row) => [row[field('Order')], row[field('Metres')]])).toEqual([
      ['Runner', 2],
      ['New', 2],
    ]);
  });

  it('finds the records that a long file links by reading the linked table once', async () => {
    await world();
    const { deps } = server.parts.imports;
    let streams = 0;
    const store = new Proxy(deps.base(basePublicId), {
      get: (target, key: keyof BaseStore) => {
        if (key === 'findByValue') throw new Error('The table is looked through');
        if (key === 'stream') streams++;
        const value = target[key];
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    // A link of the table to itself: rows further down name what those before them made.
    await rpc(ann, 'fields.create', {
      ...{ basePublicId, tableId: orders.id },
      field: {
        ...{ id: 'fld0000000000000000000af', name: 'After', type: 'linked_record' },
        template: { tableId: orders.id, inverseFieldId: 'fld0000000000000000000be' },
      },
    });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const [table, target] = [orders, customers].map(({ id }) =>
      must(metadata.tables.find((one) => one.id === id)),
    ) as [Table, Table];
    const addition = new TableAddition(
      { ...asAnn(store, 'into-links'), runScan: (scan) => scan(new AbortController().signal) },
      { table, tables: [table, target], keyFieldId: null, createOptions: false, createLinks: true },
    );
    await addition.begin([], 60_000);
    const row = (line: number, order: string, customer: string, after: string) => ({
      rows: [
        {
          ...{ row: line, line, cells: { [field('Order')]: { value: order } } },
          names: { [field('Customer')]: customer, ...(after !== '' && { [field('After', table)]: after }) },
        },
      ],
      grown: [],
    });
    await addition.write(row(2, 'Noren', 'Oak', 'Runner') as never);
    await addition.write(row(3, 'Apron', 'Ash', 'Noren') as never);
    await addition.write(row(4, 'Scarf', 'Ash', 'Apron') as never);
    expect(streams).toBe(2);
    const ids = (await rpc(ann, 'records.list', { basePublicId, tableId: orders.id })).records.map(
      ({ id }) => id,
    );
    const rows = (await shown()).slice(1);
    expect(rows.map((one) => one[field('After', table)])).toEqual(ids.slice(0, 3).map((id) => [id]));
    expect((await records(customers.id)).map(({ data }) => data[customers.primaryFieldId])).toEqual([
      'Oak',
      'Elm',
      'Ash',
    ]);
    const [, apron, scarf] = rows.map((one) => one[field('Customer')]);
    expect(scarf).toEqual(apron);
  });

  it('leaves nothing of an import that is cancelled, and nothing to redo', async () => {
    await world();
    const content = `Article\n${Array.from({ length: 20_000 }, (_, i) => `Row ${i}\n`).join('')}`;
    const csvFileUrl = await server.upload(ann, 'many.csv', content);
    const importId = `into-${++imports}`;
    const input: Order = {
      ...{ basePublicId, importId, csvFileUrl, config: { tableName: '' } },
      fieldMappings: into('Order'),
    };
    let cancelled: Promise<unknown> | null = null;
    const events: string[] = [];
    for await (const event of subscribe(ann, 'import.csvImportStream', input)) {
      events.push(event.type);
      if (event.type === 'records') cancelled ??= rpc(ann, 'import.cancel', { importId });
    }
    await cancelled;
    expect(events.at(-1)).toBe('cancelled');
    expect(await records()).toHaveLength(1);
    expect((await rpc(ann, 'history.redo', { basePublicId })).actions).toEqual([]);
  });

  it('takes back what a killed server had added, and keeps what was asked for to resume it', async () => {
    await world();
    await run('Article\nHalf\n', { fieldMappings: into('Order') });
    expect(await records()).toHaveLength(2);
    const importId = `into-${imports}`;
    // What such a server leaves: rows, and an import that still says that it runs.
    await sql`update weft.imports set state = 'running', outcome = null where id = ${importId}`.execute(
      server.control,
    );
    const { deps } = server.parts.imports;
    const restarted = new Imports(deps);
    await restarted.start();
    expect((await deps.importStates.find(importId))?.ending).toEqual({ state: 'interrupted' });
    expect(await records()).toHaveLength(1);
    const again = must((await deps.importStates.find(importId))?.request);
    expect(again).toMatchObject({ tableId: orders.id });
    await restarted.close();
  });

  it('leaves the table of a duplicated database whole when a server is killed before the first row', async () => {
    await world();
    const copied = await ann.call('POST', `/admin/flows/duplicate/${basePublicId}`, { newFlowName: 'Copy' });
    const { id: copyId } = ((await copied.json()) as { flow: { id: string } }).flow;
    const inCopy = async () =>
      (await rpc(ann, 'records.list', { basePublicId: copyId, tableId: orders.id })).records;
    const before = await inCopy();
    expect(before).toHaveLength(1);
    // It ends before its first row, and so the log of the copy names no table.
    const events = await run('', { basePublicId: copyId, fieldMappings: into('Order') });
    expect(events.at(-1)?.type).toBe('error');
    const importId = `into-${imports}`;
    await sql`update weft.imports set state = 'running', outcome = null where id = ${importId}`.execute(
      server.control,
    );
    const { deps } = server.parts.imports;
    const restarted = new Imports(deps);
    await restarted.start();
    expect((await deps.importStates.find(importId))?.ending).toEqual({ state: 'interrupted' });
    expect(await inCopy()).toEqual(before);
    await restarted.close();
  });

  it.each([
    [
      'a field of another table',
      () => [{ sourceFieldIndex: 0, targetFieldId: customers.primaryFieldId }],
      {},
    ],
    ['one field for two columns', () => into('Order', 'Order'), {}],
    ['a key that no column goes into', () => into('Order'), { keyFieldId: 'fld0000000000000000000me' }],
    ['a key of options', () => into('Order', undefined, 'Stage'), { keyFieldId: 'fld0000000000000000000st' }],
  ] as const)('refuses %s', async (_what, fieldMappings, more) => {
    await world();
    const refused = run('a,b,c\n1,2,3\n', { fieldMappings: fieldMappings() as never, ...more });
    await expect(refused).rejects.toThrow('answered 400');
    expect(await records()).toHaveLength(1);
  });
});
