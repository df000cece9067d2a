import { cellOf, localSheet, localSpreadsheets } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rpc, type TestPerson } from '../../testing.ts';
import { serverWithSheets } from '../imports/google-sheets/testing.ts';

let google: Awaited<ReturnType<typeof serverWithSheets>>;
let ann: TestPerson;
beforeAll(async () => {
  google = await serverWithSheets();
  ann = google.ann;
});
afterAll(() => google.close());

const { text, number, tick, choice, formula } = cellOf;
const stages = ['Woven', 'Sent'] as const;
const row = (name: string, pieces: number, stage: string) => [
  text(name),
  number(pieces),
  choice(stage, stages),
  number(46_000 + pieces, 'DATE'),
  tick(false),
  formula('=B2*10', pieces * 10),
];
beforeEach(() => {
  const header = ['Order', 'Pieces', 'Stage', 'Due', 'Paid', 'Total'].map(text);
  const rows = [
    header,
    row('Aprons', 4, 'Woven'),
    [],
    row('Curtains', 2, 'Sent'),
    row('Runners', 9, 'Woven'),
  ];
  localSpreadsheets.reset([localSheet(0, 'Orders', rows), localSheet(5, 'Notes', [])]);
});

const sheet = () => must(localSpreadsheets.sheets[0]);
/** The rows of the sheet as people see them, its empty ones left out. */
const there = () =>
  sheet()
    .grid.map((cells) => cells.map(({ effectiveValue = {} }) => Object.values(effectiveValue)[0] ?? ''))
    .filter((cells) => cells.some((cell) => cell !== '' && cell !== false));
const keyColumn = 6;
const rowOf = (name: string) =>
  must(
    there().find(([first]) => first === name),
    name,
  );

let count = 0;
/** The spreadsheet as a connected database, and an app of it that everybody may use. */
async function connected() {
  const { flowId: maker } = await rpc(ann, 'apps.create', { name: 'Orders', from: { kind: 'blank' } });
  const baseId = `bas${String(++count).padStart(21, '0')}`;
  await rpc(ann, 'apps.connectSource', {
    ...{ flowId: maker, baseId, name: 'Orders', service: 'googlesheets', serviceId: google.serviceId },
    config: { spreadsheetId: google.spreadsheetId },
  });
  await ready(maker, baseId, null);
  const { flowId } = await rpc(ann, 'apps.create', {
    ...{ name: 'Orders', from: { kind: 'base', baseId, who: 'everyone' } },
  });
  const { version, content } = await rpc(ann, 'apps.get', { flowId });
  const blocks = Object.entries(content.blocks);
  const rule = must(blocks.find(([, { props }]) => props.type === 'rule'));
  const { tables } = await rpc(ann, 'apps.tables', { flowId });
  const table = must(tables[0]);
  const pageOf = (isOfRecord: boolean) =>
    must(
      blocks.find(([, { props }]) => props.type === 'page' && (props.table === table.id) === isOfRecord),
    )[0];
  const block = (mode: 'create' | 'update') => `blk${mode}${String(count).padStart(15, '0')}`;
  const formOn = (page: string, mode: 'create' | 'update') => ({
    ...{ kind: 'block' as const, id: block(mode), before: null },
    after: {
      ...{ parent: page, order: 'zz' },
      props: {
        ...{ type: 'form', table: table.id, mode },
        fields: table.fields.flatMap(({ id, readOnly }) => (readOnly === true ? [] : [id])),
      },
    },
  });
  const edited = await rpc(ann, 'apps.edit', {
    ...{ flowId, version, editId: `edt${String(count).padStart(21, '0')}` },
    edits: [
      {
        ...{ kind: 'prop', id: rule[0], key: 'can', before: rule[1].props.can ?? null },
        after: ['read', 'create', 'update', 'delete'],
      },
      formOn(pageOf(false), 'create'),
      formOn(pageOf(true), 'update'),
    ],
  });
  await rpc(ann, 'apps.publish', { flowId, version: edited.version });
  const field = (name: string) =>
    must(
      table.fields.find((one) => one.name === name),
      name,
    );
  const visit = async (path: string, body?: Record<string, string>) => {
    const response = await fetch(new URL(`/a/${flowId}${path}`, google.server.url), {
      ...{ redirect: 'manual', headers: { origin: google.server.url } },
      ...(body !== undefined && { method: 'POST', body: new URLSearchParams(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const records = async () =>
    (await rpc(ann, 'records.list', { basePublicId: baseId, tableId: table.id })).records;
  const recordOf = async (name: string) =>
    must(
      (await records()).find(({ data }) => data[field('Order').id] === name),
      name,
    );
  return { maker, baseId, flowId, tables, table, field, block, visit, records, recordOf };
}

const ready = (flowId: string, baseId: string, since: string | null) =>
  vi.waitFor(
    async () => {
      const { source } = await rpc(ann, 'apps.source', { flowId, baseId });
      expect(source?.fault).toBeNull();
      expect(source?.readAt).not.toBe(since);
    },
    { timeout: 30_000, interval: 50 },
  );

async function refreshed({ maker, baseId }: Awaited<ReturnType<typeof connected>>) {
  const before = must((await rpc(ann, 'apps.source', { flowId: maker, baseId })).source).readAt;
  await rpc(ann, 'apps.refreshSource', { flowId: maker, baseId });
  await ready(maker, baseId, before);
}

it('shows the rows of a sheet, whose columns are of the kinds that the sheet gives them', async () => {
  const { tables, table, field, visit, recordOf } = await connected();
  expect(tables.map(({ name }) => name)).toEqual(['Orders']);
  expect(table.fields.map(({ name, type, readOnly = false }) => [name, type, readOnly])).toEqual([
    ['Order', 'single_line_text', false],
    ['Pieces', 'number', false],
    ['Stage', 'single_select', false],
    ['Due', 'date', false],
    ['Paid', 'checkbox', false],
    ['Total', 'number', true],
    ['Row ID', 'single_line_text', true],
  ]);
  const { data } = await recordOf('Curtains');
  expect(data).toMatchObject({
    [field('Pieces').id]: 2,
    [field('Stage').id]: 'Sent',
    [field('Total').id]: 20,
    [field('Row ID').id]: rowOf('Curtains')[keyColumn],
  });
  expect((await visit('/orders')).text).toContain('Runners');
  // Each row has an id of its own, and what is empty has none.
  expect(new Set(there().map((cells) => cells[keyColumn])).size).toBe(4);
  expect(there()[0]?.[keyColumn]).toBe('Row ID');
});

it('writes the row that is meant, wherever it is by then', async () => {
  const source = await connected();
  const { field, block, visit, recordOf } = source;
  const aprons = await recordOf('Aprons');
  const change = (pieces: string) =>
    visit(`/-/do/${block('update')}`, {
      ...{ record: aprons.id, [field('Order').id]: 'Aprons', [field('Pieces').id]: pieces },
      ...{ [field('Stage').id]: 'Sent', [field('Due').id]: '2026-01-02' },
    });
  // Somebody has sorted the sheet, and put a row in between.
  sheet().grid.splice(1, 4, ...sheet().grid.slice(1, 5).reverse());
  sheet().grid.splice(1, 0, row('Towels', 1, 'Woven'));
  const changed = await change('5');
  expect(changed.status, changed.text).toBe(303);
  expect(rowOf('Aprons').slice(0, 6)).toEqual(['Aprons', 5, 'Sent', 46_024, false, 40]);
  expect(rowOf('Curtains')[1]).toBe(2);
  expect(rowOf('Towels')[1]).toBe(1);
  // Moved between the look for it and the write: nothing is written.
  const before = JSON.stringify(there());
  localSpreadsheets.onPage = (start) => {
    if (start < 2) return;
    localSpreadsheets.onPage = () => {};
    sheet().grid.splice(1, 0, row('Bags', 3, 'Sent'));
  };
  const moved = await change('6');
  expect([moved.status, moved.text]).toEqual([409, expect.stringContaining('moved rows of the sheet')]);
  expect(JSON.stringify(there().filter(([name]) => name !== 'Bags'))).toBe(before);
});

it('adds and deletes rows, and follows what changes there', async () => {
  const source = await connected();
  const { table, field, block, visit, records, recordOf } = source;
  const sent = await visit(`/-/do/${block('create')}`, {
    ...{ [field('Order').id]: '=Napkins', [field('Pieces').id]: '12', [field('Stage').id]: 'Woven' },
    [field('Due').id]: '2026-03-29',
  });
  expect(sent.status, sent.text).toBe(303);
  expect(there().at(-1)?.slice(0, 4)).toEqual(['=Napkins', 12, 'Woven', 46_110]);
  expect((await recordOf('=Napkins')).data[field('Due').id]).toBe('2026-03-29T00:00:00.000Z');
  // A row that somebody copies there is another row, and one that is deleted is gone here.
  const curtains = await recordOf('Curtains');
  const copied = must(
    sheet().grid.find((cells) => cells[0] && Object.values(cells[0].effectiveValue ?? {})[0] === 'Aprons'),
  );
  sheet().grid.splice(2, 2, [...copied]);
  await refreshed(source);
  const names = (await records()).map(({ data }) => data[field('Order').id]).toSorted();
  expect(names).toEqual(['=Napkins', 'Aprons', 'Aprons', 'Runners']);
  expect(new Set(there().map((cells) => cells[keyColumn])).size).toBe(5);
  const gone = await visit(`/-/do/${block('update')}`, {
    ...{ record: curtains.id, [field('Order').id]: 'Curtains', [field('Pieces').id]: '1' },
  });
  expect(gone.status).toBe(404);
  expect(table.fields.find(({ id }) => id === field('Stage').id)?.type).toBe('single_select');
});

it('writes neither where two rows have one id', async () => {
  const { field, block, visit, recordOf } = await connected();
  const aprons = await recordOf('Aprons');
  const grid = sheet().grid;
  grid.push([...must(grid[1])]);
  const before = JSON.stringify(there());
  const refused = await visit(`/-/do/${block('update')}`, {
    ...{ record: aprons.id, [field('Order').id]: 'Aprons', [field('Pieces').id]: '7' },
  });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('the same Row ID')]);
  expect(JSON.stringify(there())).toBe(before);
});
