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

const options = Array.from({ length: 43 }, (_, at) => ({ value: `S${at}`, label: `S${at}`, color: 'Blue' }));

/** Records of a public page: each kind of block that draws them. */
async function events(records: readonly { readonly [name: string]: unknown }[]) {
  const basePublicId = await newBase(ann);
  const instant = { dateFormat: 'iso', timeFormat: '24h' };
  const { table } = await rpc(ann, 'tables.create', {
    ...{ basePublicId, name: 'Events' },
    fields: [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Stage', type: 'single_select', template: { options, disableColors: false } },
      { name: 'From', type: 'date' },
      { name: 'Until', type: 'date' },
      { name: 'At', type: 'datetime', template: { ...instant, timezone: 'Asia/Tokyo' } },
      { name: 'Told', type: 'checkbox' },
    ],
  });
  const idOf = (name: string) => must(table.fields.find((field) => field.name === name)).id;
  for (let at = 0; at < records.length; at += 100)
    await rpc(ann, 'records.create', {
      ...{ basePublicId, tableId: table.id },
      records: records.slice(at, at + 100).map((record) => ({
        data: Object.fromEntries(Object.entries(record).map(([name, value]) => [idOf(name), value])) as never,
      })),
    });
  const show = async (props: object, month: string | null = null) => {
    const { flowId, blockIds } = await publishedPage(ann, {
      ...{ baseId: basePublicId, page: { slug: 'events', label: 'Events' } },
      blocks: [{ table: table.id, ...props }],
      rules: [{ table: table.id, who: 'everyone', can: ['read'], rows: { kind: 'all' } }],
    });
    const address = month === null ? '' : `?m-${blockIds[0]}=${month}`;
    const response = await fetch(new URL(`/a/${flowId}/events${address}`, server.url));
    const text = await response.text();
    return { at: response.url, status: response.status, text: text.replaceAll(/<style>.*?<\/style>/gs, '') };
  };
  return { show, idOf };
}

const day = (date: string) => `${date}T00:00:00.000Z`;
/** The days of a calendar that are not empty, with what stands on them. */
const daysOf = (text: string) =>
  [...text.matchAll(/<span class="sr">([^<]+)<\/span><ul>(.*?)<\/ul>/gs)].map(
    ([, label = '', inner = '']) => [
      label,
      [...inner.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name = '']) => name).join(),
    ],
  );

it('a board of many columns and records opens: what it reads waits for itself', async () => {
  const { show, idOf } = await events(
    Array.from({ length: 230 }, (_, at) => ({ Name: `E${at}`, Stage: `S${at % 38}` })),
  );
  const board = { type: 'kanban', fields: [idOf('Name')], groupField: idOf('Stage') };
  const { status, text } = await show(board);
  expect([status, text.match(/data-card=/g)?.length]).toEqual([200, 230]);
});

it('a board leads on in a column that is long, and says what it has no column for', async () => {
  const { show, idOf } = await events(
    Array.from({ length: 260 }, (_, at) => ({ Name: `E${at}`, Stage: at < 70 ? 'S1' : `S${at % 43}` })),
  );
  const board = { type: 'kanban', fields: [idOf('Name')], groupField: idOf('Stage') };
  const { text, at } = await show(board);
  const lane = (html: string) => must(/data-lane="S1".*?<\/section>/s.exec(html))[0];
  expect(lane(text).match(/data-card=/g)).toHaveLength(50);
  expect(text).toMatch(/Columns are drawn for the first 40 of 43 choices: 1\d records are in the others\./);
  const [, more = ''] = must(/href="([^"]*)" data-turn>\d+ more</.exec(lane(text)));
  const on = await (await fetch(new URL(more.replaceAll('&amp;', '&'), at))).text();
  expect(lane(on).match(/data-card=/g)?.length).toBeGreaterThan(70);
  expect(lane(on)).not.toContain(' more<');
});

it('a calendar draws what has no last day on its first, and says what it leaves out', async () => {
  const { show, idOf } = await events([
    { Name: 'Once', From: day('2026-03-10') },
    { Name: 'Long', From: day('2026-02-01'), Until: day('2026-03-11') },
    { Name: 'Before', From: day('2026-01-10') },
  ]);
  const calendar = { type: 'calendar', fields: [idOf('Name')], dateField: idOf('From') };
  const many = Array.from({ length: 1_020 }, (_, at) => ({ Name: `E${at}`, From: day('2026-03-05') }));
  const full = await events(many);
  const block = { ...calendar, fields: [full.idOf('Name')], dateField: full.idOf('From') };
  const drawn = (await full.show(block, '2026-03')).text;
  expect([drawn.match(/<bdi>E/g)?.length, drawn.includes('Only the first 1000 records')]).toEqual([
    1_000,
    true,
  ]);
  const { text: march } = await show({ ...calendar, endField: idOf('Until') }, '2026-03');
  expect(daysOf(march).filter(([, names]) => names?.includes('Once'))).toEqual([
    ['Tuesday, March 10', 'Long,Once'],
  ]);
  expect(march).not.toContain('Before');
});

it('calendars and charts put an instant on the day that its cells show', async () => {
  const { show, idOf } = await events([
    // The first of November in Tokyo, and the last day of October in UTC, where the visitor is.
    { Name: 'Early', At: '2026-10-31T20:00:00.000Z', Told: true },
    { Name: 'Later', At: '2026-11-05T03:00:00.000Z' },
  ]);
  const calendar = { type: 'calendar', fields: [idOf('Name')], dateField: idOf('At') };
  const { text } = await show(calendar, '2026-11');
  expect(daysOf(text)).toEqual([
    ['Sunday, November 1', 'Early'],
    ['Thursday, November 5', 'Later'],
  ]);
  const points = async (by: string) => {
    const chart = await show({ type: 'chart', groupField: idOf(by), measure: 'count' });
    return [...chart.text.matchAll(/<th scope="row">([^<]*)<\/th><td class="figure">([^<]*)</g)].map(
      ([, label, value]) => [label, value],
    );
  };
  expect(await points('At')).toEqual([['Nov 2026', '2']]);
  expect(await points('Told')).toEqual([
    ['No', '1'],
    ['Yes', '1'],
  ]);
});
