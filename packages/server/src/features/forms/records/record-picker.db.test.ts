import type { Filter } from '@weft/core';
import type { RecordSource } from '@weft/forms';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { add, asked, edit, freshId, openForm, sendForm } from '../testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** A base with customers, of whom Secret is not to be offered, and orders that link to them. */
async function customerBase(names: readonly string[] = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper']) {
  const basePublicId = await newBase(ann);
  const [customers, orders] = [freshId('tbl'), freshId('tbl')];
  const [name, city, phone, note, customer] = ['fld', 'fld', 'fld', 'fld', 'fld'].map(freshId) as [
    ...[string, string, string, string, string],
  ];
  const recordIds = [...names, 'Secret Customer'].map(() => freshId('rec'));
  await rpc(ann, 'tables.create', {
    ...{ basePublicId, id: customers, name: 'Customers' },
    fields: [
      { id: name, name: 'Name', type: 'single_line_text' },
      { id: city, name: 'City', type: 'single_line_text' },
      { id: phone, name: 'Phone', type: 'single_line_text' },
    ],
    records: [...names, 'Secret Customer'].map((each, at) => ({
      id: must(recordIds[at]),
      data: { [name]: each, [city]: each.startsWith('Secret') ? 'Hidden' : 'London', [phone]: '+44 20 555' },
    })),
  });
  await rpc(ann, 'tables.create', {
    ...{ basePublicId, id: orders, name: 'Orders' },
    fields: [{ id: note, name: 'Note', type: 'single_line_text' }],
    records: [],
  });
  await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId: orders },
    field: { id: customer, name: 'Customer', type: 'linked_record', template: { tableId: customers } },
  });
  return { basePublicId, customers, orders, name, city, phone, note, customer, recordIds };
}

type Base = Awaited<ReturnType<typeof customerBase>>;

const offered = (city: string): Filter => ({
  conjunction: 'and',
  items: [{ fieldId: city, operator: 'is', value: 'London' }],
});

async function orderForm(base: Base, isRequired = true, who = ann) {
  const picker = asked('record_picker', 'Customer', isRequired);
  const source: RecordSource = {
    base: base.basePublicId,
    table: { id: base.customers, name: 'Customers' },
    fields: [
      { id: base.name, name: 'Name' },
      { id: base.city, name: 'City' },
    ],
    filter: offered(base.city),
  };
  const { flowId } = await rpc(who, 'forms.create', { name: 'Orders' });
  await edit(who, flowId, 0, add([{ ...picker, settings: { source: source as unknown as string } }]));
  return { flowId, picker, publish: () => rpc(who, 'forms.publish', { flowId, version: 1 }) };
}

const search = async (flowId: string, questionId: string, text: string, page: object = {}) => {
  const address = `/t/${flowId}/records/${questionId}?${new URLSearchParams({ search: text, ...page })}`;
  const response = await fetch(new URL(address, server.url));
  return { status: response.status, ...((await response.json()) as Found) };
};
interface Found {
  readonly records: readonly { readonly id: string; readonly label: string }[];
  readonly hasMore: boolean;
}

const answers = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  return records.map(({ data }) =>
    Object.fromEntries(table.fields.map(({ id, name }) => [name, data[id] ?? null])),
  );
};

describe('a record picker', () => {
  it('A14 finds what its author offers, by the shown fields alone, and says no id of a record', async () => {
    const base = await customerBase();
    const { flowId, picker, publish } = await orderForm(base);
    await publish();
    const page = await openForm(server.url, flowId);
    for (const inner of [base.basePublicId, base.customers, base.name])
      expect(page.text).not.toContain(inner);
    const offline = await (await fetch(new URL(`/t/${flowId}/pages`, server.url))).text();
    expect(offline).toContain(picker.id);
    for (const inner of [base.basePublicId, base.customers, base.name]) expect(offline).not.toContain(inner);
    const found = await search(flowId, picker.id, 'a london');
    expect(found.records.map(({ label }) => label)).toEqual([
      'Ada Lovelace · London',
      'Alan Turing · London',
      'Grace Hopper · London',
    ]);
    expect((await search(flowId, picker.id, 'tur')).records).toHaveLength(1);
    for (const hidden of ['secret', '555'])
      expect((await search(flowId, picker.id, hidden)).records).toEqual([]);
    for (const recordId of base.recordIds) expect(JSON.stringify(found)).not.toContain(recordId);
    expect((await search(flowId, freshId('fld'), '')).status).toBe(404);
  });

  it('A14 shows 25 at a time, and says that there are more', async () => {
    const base = await customerBase(
      Array.from({ length: 30 }, (_, at) => `Person ${String(at).padStart(2, '0')}`),
    );
    const { flowId, picker, publish } = await orderForm(base);
    await publish();
    const { records, hasMore } = await search(flowId, picker.id, '');
    expect([records.length, hasMore, must(records[0]).label]).toEqual([25, true, 'Person 00 · London']);
  });

  it('A14 takes what was found, or what it is called, and nothing else', async () => {
    const base = await customerBase();
    const { flowId, picker, publish } = await orderForm(base);
    await publish();
    const other = await orderForm(base);
    await other.publish();
    const { parts } = await openForm(server.url, flowId);
    const send = async (text: string) => {
      const sent = { ...parts(), submission: freshId('sub'), [picker.id]: text };
      return (await sendForm(server.url, flowId, sent)).text();
    };
    const [ada] = (await search(flowId, picker.id, 'ada')).records;
    const [foreign] = (await search(other.flowId, other.picker.id, 'ada')).records;
    expect(await send(must(ada).id)).toContain('Thank you');
    expect(await send('grace hopper')).toContain('Thank you');
    const secret = must(base.recordIds.at(-1));
    for (const wrong of [
      secret,
      'Secret Customer',
      must(foreign).id,
      'Nobody',
      'Ada Lovelace · Paris',
      'pick.AAAA',
      `${must(ada).id}A`,
    ])
      expect(await send(wrong)).toContain('Choose one of the list');
    expect(await answers(flowId)).toMatchObject([
      { Customer: 'Ada Lovelace · London', 'Customer: record': base.recordIds[0] },
      { Customer: 'Grace Hopper · London', 'Customer: record': base.recordIds[2] },
    ]);
    // What is not offered any more by the time it is sent is no answer.
    const moved = {
      basePublicId: base.basePublicId,
      tableId: base.customers,
      recordId: must(base.recordIds[0]),
    };
    await rpc(ann, 'records.update', { ...moved, data: { [base.city]: 'Paris' } });
    expect(await send(must(ada).id)).toContain('Choose one of the list');
    expect(await answers(flowId)).toHaveLength(2);
  });

  it('A14 links the very record in a mapping, though another is called alike', async () => {
    const base = await customerBase(['Ann Lee', 'Ann Lee']);
    const { flowId, picker, publish } = await orderForm(base);
    await publish();
    await rpc(ann, 'forms.connectDatabase', {
      ...{ flowId, basePublicIdentifier: base.basePublicId, tableId: base.orders },
      ...{ nameMappings: { [picker.id]: base.customer }, keyFieldId: null },
      ...{ createOptions: false, createLinks: false },
    });
    const { records } = await search(flowId, picker.id, 'ann');
    const { parts } = await openForm(server.url, flowId);
    const sent = await sendForm(server.url, flowId, { ...parts(), [picker.id]: must(records[1]).id });
    expect(sent.status).toBe(200);
    const orders = () => rpc(ann, 'records.list', { basePublicId: base.basePublicId, tableId: base.orders });
    await expect
      .poll(async () => (await orders()).records.map(({ data }) => data[base.customer]), { timeout: 10_000 })
      .toEqual([[expect.stringMatching(/^rec/)]]);
    const [linked] = (await orders()).records.map(({ data }) => data[base.customer]);
    expect(await answers(flowId)).toMatchObject([{ 'Customer: record': (linked as string[])[0] }]);
  });

  it('S14 is searched to the end by whoever began before it was removed', async () => {
    const { flowId, picker } = await orderForm(await customerBase());
    await edit(ann, flowId, 1, add([asked('short_text', 'Note')]));
    await rpc(ann, 'forms.publish', { flowId, version: 2 });
    const begun = (await openForm(server.url, flowId)).parts();
    const { content } = await rpc(ann, 'forms.get', { flowId });
    const before = must(content.blocks[picker.id]) as never;
    await edit(ann, flowId, 3, [{ kind: 'block', id: picker.id, before, after: null }]);
    await rpc(ann, 'forms.publish', { flowId, version: 4 });
    const { records } = await search(flowId, picker.id, 'ada', begun);
    const sent = await sendForm(server.url, flowId, { ...begun, [picker.id]: must(records[0]).id });
    expect(sent.status).toBe(200);
    // Whoever opens the form from then on has no such question, whatever their page says.
    const late = (await openForm(server.url, flowId)).parts();
    for (const page of [{}, late, { ...late, snapshot: begun.snapshot }])
      expect((await search(flowId, picker.id, 'ada', page)).status).toBe(404);
  });

  it('A14 says so where its database is gone, and lets whoever answers go on where it is optional', async () => {
    const base = await customerBase();
    const [required, optional] = [await orderForm(base), await orderForm(base, false)];
    await required.publish();
    await optional.publish();
    await ann.call('POST', '/admin/flows/trash', { flowIds: [base.basePublicId], action: 'trash' });
    const { status } = await search(required.flowId, required.picker.id, 'ada');
    const page = await openForm(server.url, required.flowId);
    expect([status, page.text]).toEqual([404, expect.stringContaining('What could be chosen here is gone')]);
    const { parts } = await openForm(server.url, optional.flowId);
    expect((await sendForm(server.url, optional.flowId, parts())).status).toBe(200);
  });
});

it('D13 is published by somebody who may read its table alone, and the linter says what it makes public', async () => {
  const base = await customerBase();
  const { flowId, publish } = await orderForm(base);
  const { body } = await ann.call('GET', `/v1/flows/${flowId}/document`).then(async (response) => ({
    body: (await response.json()) as { warnings: { text: string }[]; problems: unknown[] },
  }));
  expect([body.problems, body.warnings.map(({ text }) => text)]).toEqual([
    [],
    [
      '‘Customer’ makes public: whoever opens the form can read ‘Name’ and ‘City’ of the records it offers in ‘Customers’',
    ],
  ]);
  const eve = await server.signUp('Eve Stranger');
  const hers = await orderForm(base, true, eve);
  await expect(hers.publish()).rejects.toMatchObject({ kind: 'invalid' });
  await rpc(ann, 'fields.delete', {
    ...{ basePublicId: base.basePublicId, tableId: base.customers, fieldId: base.city },
  });
  await expect(publish()).rejects.toThrow('a field that it shows was deleted');
});
