import { must } from '@weft/std';
import { beforeAll, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { publishedPage } from './testing.ts';

let server: SharedServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await sharedServer();
  ann = await server.signUp('Ann');
});

const select = (...labels: readonly string[]) => ({
  options: labels.map((label) => ({ value: label, label, color: 'Blue' })),
  disableColors: false,
});
const kinds = {
  Name: ['single_line_text', {}],
  Notes: ['long_text', {}],
  Fee: ['currency', { currencySymbol: '€', decimalPlaces: 2, numberFormat: 'comma_period' }],
  Share: ['percent', { decimalPlaces: 0, numberFormat: 'comma_period' }],
  Took: ['duration', { format: 'h:mm' }],
  Weight: ['number', { numberFormat: 'comma_period' }],
  Met: ['datetime', { dateFormat: 'iso', timeFormat: '24h', timezone: 'America/New_York' }],
  Due: ['date', { dateFormat: 'iso', displayTime: true, timeFormat: '24h' }],
  Done: ['checkbox', {}],
  Stars: ['rating', { maxRating: 5 }],
  Stage: ['single_select', select('Open', 'Closed')],
  Tags: ['multiple_select', select('Red', 'Green', 'Blue')],
  Mail: ['email', {}],
  Web: ['url', {}],
} as const;
type Name = keyof typeof kinds | 'Places';
type Cells = { readonly [N in Name]?: unknown };

/** A public app about things of every kind, which everybody may change. */
async function shop() {
  const basePublicId = await newBase(ann);
  const { table: places } = await rpc(ann, 'tables.create', {
    ...{ basePublicId, name: 'Places', fields: [{ name: 'Place', type: 'single_line_text' }] },
  });
  const { table } = await rpc(ann, 'tables.create', {
    ...{ basePublicId, name: 'Things' },
    fields: Object.entries(kinds).map(([name, [type, template]]) => ({ name, type, template })) as never,
  });
  const { field: link } = await rpc(ann, 'fields.create', {
    ...{ basePublicId, tableId: table.id },
    field: { name: 'Places', type: 'linked_record', template: { tableId: places.id, allowMultiple: true } },
  });
  const fields = [...table.fields, link];
  const idOf = (name: Name) => must(fields.find((field) => field.name === name)).id;
  const about = { table: table.id, fields: fields.map(({ id }) => id) };
  const rule = { who: 'everyone', can: ['read', 'create', 'update'], rows: { kind: 'all' } };
  const { flowId, blockIds } = await publishedPage(ann, {
    ...{ baseId: basePublicId, page: { label: 'Thing', slug: 'thing', table: table.id } },
    blocks: [{ type: 'form', mode: 'update', ...about }],
    rules: [
      { ...rule, table: table.id },
      { ...rule, table: places.id },
    ],
  });
  const form = must(blockIds[0]);

  const at = { basePublicId, tableId: table.id };
  const dataOf = (cells: Cells) =>
    Object.fromEntries(Object.entries(cells).map(([name, value]) => [idOf(name as Name), value])) as never;
  const add = async (cells: Cells) =>
    must((await rpc(ann, 'records.create', { ...at, records: [{ data: dataOf(cells) }] })).records[0]).id;
  const change = (recordId: string, cells: Cells) =>
    rpc(ann, 'records.update', { ...at, recordId, data: dataOf(cells) });
  const place = async (name: string) =>
    must(
      (
        await rpc(ann, 'records.create', {
          ...{ basePublicId, tableId: places.id, records: [{ data: { [places.primaryFieldId]: name } }] },
        })
      ).records[0],
    ).id;
  const links = (recordId: string, newIds: string[], oldIds: string[] = []) =>
    rpc(ann, 'records.updateLinks', { ...at, recordId, fieldId: link.id, newIds, oldIds });
  const cellsOf = async (recordId: string) => {
    const { records } = await rpc(ann, 'records.list', at);
    const { data } = must(records.find(({ id }) => id === recordId));
    return Object.fromEntries(fields.flatMap(({ id, name }) => (id in data ? [[name, data[id]]] : [])));
  };
  const visit = (path: string, body?: URLSearchParams) =>
    fetch(new URL(`/a/${flowId}${path}`, server.url), {
      ...{ redirect: 'manual', method: body === undefined ? 'GET' : 'POST' },
      headers: { origin: server.url },
      ...(body !== undefined && { body }),
    });
  /** Opens the page of a record: what its form holds, as a browser would send it. */
  const open = async (recordId: string) => {
    const text = await (await visit(`/thing/${recordId}`)).text();
    return { sent: sentBy(text), send: (sent: URLSearchParams) => visit(`/-/do/${form}`, sent) };
  };
  return { add, change, place, links, cellsOf, open, idOf };
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');

/** What a browser sends of the form of a page. */
function sentBy(page: string): URLSearchParams {
  const sent = new URLSearchParams();
  const [, form = ''] = /<form class="panel"(.*?)<\/form>/s.exec(page) ?? [];
  const attribute = (tag: string, name: string) =>
    plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  for (const [tag, , , text = ''] of form.matchAll(
    /<(input|textarea|select)([^>]*)>(?:(?<=<textarea[^>]*>)(.*?)<\/textarea>|(?<=<select[^>]*>)(.*?)<\/select>)?/gs,
  )) {
    const [head = ''] = tag.split('>', 1);
    const name = attribute(head, 'name');
    if (name === '' || head.includes('type="file"')) continue;
    if (tag.startsWith('<textarea'))
      sent.append(
        name,
        plain(text)
          .replace(/^\n/, '')
          .replaceAll(/\r\n?|\n/g, '\r\n'),
      );
    else if (tag.startsWith('<select'))
      sent.append(name, attribute(/<option[^>]* selected[^>]*>/.exec(tag)?.[0] ?? '', 'value'));
    else if (!head.includes('type="checkbox"') || / checked\b/.test(head))
      sent.append(name, attribute(head, 'value'));
  }
  return sent;
}

it('a form that is saved untouched changes nothing of its record', async () => {
  const { add, place, links, cellsOf, open } = await shop();
  const worlds: readonly Cells[] = [
    { Name: 'Plain', Notes: 'a\nb', Fee: 12, Share: 0.25, Stars: 3, Done: true, Stage: 'Closed' },
    { Name: 'Digits', Fee: 1250.555, Share: 0.3333, Took: 3725, Weight: 0.1 + 0.2 },
    { Name: 'Sizes', Weight: 1e21, Fee: -0.001, Took: 61.25, Stars: 0 },
    { Name: 'Moments', Met: '2026-11-01T06:30:45.123Z', Due: '2026-03-08T14:45:10.000Z' },
    { Name: '  padded  ', Notes: '\nfirst line empty\r\nand more \n', Done: false },
    { Name: 'Lists', Tags: ['Blue', 'Red'] },
    { Name: 'Texts', Mail: 'no address', Web: '/wiki/Batman' },
    { Name: '   ' },
  ];
  const places = [await place('Zurich'), await place('Athens')];
  for (const cells of worlds) {
    const recordId = await add(cells);
    await links(recordId, places);
    const before = await cellsOf(recordId);
    const { sent, send } = await open(recordId);
    const { status } = await send(sent);
    expect([cells.Name, status, await cellsOf(recordId)]).toEqual([cells.Name, 303, before]);
  }
});

it('what a colleague changed meanwhile stays, where the sender did not touch it', async () => {
  const { add, change, place, links, cellsOf, open, idOf } = await shop();
  const [zurich, athens, madrid] = [await place('Zurich'), await place('Athens'), await place('Madrid')];
  const recordId = await add({ Name: 'Shared', Weight: 1, Stage: 'Open', Tags: ['Red'] });
  await links(recordId, [zurich]);
  const { sent, send } = await open(recordId);
  await change(recordId, { Weight: 99, Stage: 'Closed', Tags: ['Red', 'Green'] });
  await links(recordId, [athens], []);
  sent.set(idOf('Name'), 'Another name');
  sent.append(idOf('Tags'), 'Blue');
  sent.delete(idOf('Places'));
  sent.append(idOf('Places'), madrid);
  expect((await send(sent)).status).toBe(303);
  expect(await cellsOf(recordId)).toMatchObject({
    ...{ Name: 'Another name', Weight: 99, Stage: 'Closed', Tags: ['Red', 'Green', 'Blue'] },
    Places: expect.toSatisfy(
      (ids: readonly string[]) => ids.toSorted().join() === [athens, madrid].toSorted().join(),
    ),
  });
});

it('what is touched is read as it was written, and what it cannot be is said', async () => {
  const { add, cellsOf, open, idOf } = await shop();
  const recordId = await add({ Name: 'One', Mail: 'no address', Web: 'example.org' });
  const { sent, send } = await open(recordId);
  sent.set(idOf('Due'), '2026-03-08T14:45');
  sent.set(idOf('Weight'), '1e3');
  sent.set(idOf('Notes'), '  indented\r\nsecond ');
  expect((await send(sent)).status).toBe(303);
  expect(await cellsOf(recordId)).toMatchObject({
    ...{ Due: '2026-03-08T14:45:00.000Z', Weight: 1000, Notes: '  indented\nsecond ', Mail: 'no address' },
  });
  sent.set(idOf('Mail'), 'nobody');
  const refused = await send(sent);
  expect([refused.status, (await refused.text()).includes('Write an email address')]).toEqual([400, true]);
});
