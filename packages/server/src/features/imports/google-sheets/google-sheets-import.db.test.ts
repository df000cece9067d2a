import type { Table } from '@weft/core';
import { cellOf, type LocalCell, localSheet, localSpreadsheets } from '@weft/integrations/testing';
import type { CallRequest, ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newBase, rpc, subscribe } from '../../../testing.ts';
import { recordsOf, tablesOf } from '../airtable/testing.ts';
import { serverWithSheets } from './testing.ts';

const { text, number, tick, choice, fromRange, error, none } = cellOf;

let world: Awaited<ReturnType<typeof serverWithSheets>>;
beforeAll(async () => {
  world = await serverWithSheets();
});
afterAll(() => world.close());
beforeEach(() => {
  world.vendor.reset();
  localSpreadsheets.reset([guests(), ...others]);
});

const names = (...headers: readonly string[]) => headers.map((name) => text(name));
const stages = ['New', 'Won, at last', 'Lost'];
/** 2026-03-29, a day of 23 hours in Berlin. */
const day = 46_110;

const headers = names(
  ...['Name', 'Born', 'Seen', 'Share', 'Fee', 'Came', 'Stage', 'City', 'Name', 'Total', '', 'Code', 'Notes'],
);
const guest = (name: string, i: number): readonly LocalCell[] => [
  ...[text(name), number(day + i, 'DATE'), number(day + 0.5, 'DATE_TIME', 'yyyy-mm-dd hh:mm:ss')],
  ...[number(0.07, 'PERCENT', '0.00%'), number(1_234.5, 'CURRENCY', '#,##0.00\\ [$€]'), tick(i === 1)],
  ...[choice('Won, at last', stages), fromRange('Köln', '=Lists!$A$1:$A$3'), text(`again ${i}`)],
  ...[
    i === 2 ? error('REF') : number(i * 1.5),
    none,
    number(501, 'NUMBER', '00000'),
    text('x'.repeat(50_000)),
  ],
];
const guests = (rows: readonly (readonly LocalCell[])[] = [guest('Ada', 1), guest('Bo', 2)]) =>
  localSheet(7, "Bob's guests", [headers, ...rows]);
const others = [
  localSheet(8, 'Lists', [[text('Köln')], [text('Bonn')], [text('Essen')]], { hidden: true }),
  localSheet(9, 'Empty', []),
];

const order = (basePublicId: string, importId: string, range = "'Bob''s guests'") => ({
  ...{ basePublicId, importId, serviceId: world.serviceId, spreadsheetId: world.spreadsheetId, range },
  config: { tableName: 'Guests' },
});
async function imported(
  input: CallRequest<'googleSheetsImportStream'>,
  hear: (event: ImportEvent) => void = () => {},
): Promise<readonly ImportEvent[]> {
  const events: ImportEvent[] = [];
  for await (const event of subscribe(world.ann, 'googleSheetsImportStream', input)) {
    events.push(event);
    hear(event);
  }
  return events;
}
const tableOf = async (basePublicId: string): Promise<Table> =>
  must((await tablesOf(world.ann, basePublicId))[0]);
const valuesOf = async (basePublicId: string) => {
  const table = await tableOf(basePublicId);
  const records = await recordsOf(world.ann, basePublicId, table.id);
  return records.map(({ data }) => table.fields.map(({ id }) => data[id] ?? null));
};
const reportOf = async (events: readonly ImportEvent[]): Promise<string> => {
  const last = events.at(-1);
  if (last?.type !== 'finished' || last.reportUrl === null) return '';
  return (await world.ann.call('GET', last.reportUrl)).text();
};

it('makes a table whose fields are what the cells of the sheet are formatted as', async () => {
  const basePublicId = await newBase(world.ann, 'Guests');
  const events = await imported(order(basePublicId, 'sheet-1'));
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 2 });
  const phases = events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []));
  expect([...new Set(phases)]).toEqual(['connecting', 'structure', 'importing', 'complete']);
  const { fields, primaryFieldId } = await tableOf(basePublicId);
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ...[
      ['Name', 'single_line_text'],
      ['Born', 'date'],
      ['Seen', 'datetime'],
      ['Share', 'percent'],
    ],
    ...[
      ['Fee', 'currency'],
      ['Came', 'checkbox'],
      ['Stage', 'single_select'],
      ['City', 'single_select'],
    ],
    ...[
      ['Name 2', 'single_line_text'],
      ['Total', 'number'],
      ['Code', 'single_line_text'],
      ['Notes', 'long_text'],
    ],
  ]);
  expect(primaryFieldId).toBe(fields[0]?.id);
  const labels = fields.flatMap((field) =>
    field.type === 'single_select' ? [field.template.options.map(({ label }) => label)] : [],
  );
  expect(labels).toEqual([stages, ['Köln', 'Bonn', 'Essen']]);
  const [ada, bo] = await valuesOf(basePublicId);
  expect(ada?.slice(0, 6)).toEqual([
    ...['Ada', '2026-03-30T00:00:00.000Z', '2026-03-29T10:00:00.000Z', 0.07, 1_234.5, true],
  ]);
  expect(ada?.slice(8)).toEqual(['again 1', 1.5, '00501', 'x'.repeat(50_000)]);
  expect(bo?.[9]).toBeNull();
  expect(await reportOf(events)).toContain('#REF!');
  expect(world.vendor.violations).toEqual([]);
});

it('leaves room out, and fills what a cell over several rows says into each of them', async () => {
  const rows = [
    ...[
      names('Team', 'Person', 'Done'),
      [text('Blue'), text('Ada'), tick(true)],
      [none, text('Bo'), tick(false)],
    ],
    ...[[], [text('Red'), text('Cy'), tick(false)], [none, none, tick(false)], [none, none, tick(false)]],
  ];
  const merges = [{ sheetId: 7, startRowIndex: 1, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 1 }];
  localSpreadsheets.reset([localSheet(7, 'Teams', rows, { merges })]);
  const basePublicId = await newBase(world.ann, 'Teams');
  const events = await imported(order(basePublicId, 'sheet-2', 'Teams'));
  expect(await valuesOf(basePublicId)).toEqual([
    ['Blue', 'Ada', true],
    ['Blue', 'Bo', false],
    ['Red', 'Cy', false],
  ]);
  expect(await reportOf(events)).toContain('The last 2 rows hold nothing but ticks that are not set');
});

it('reads a long sheet in pages, also where most of its grid is empty', async () => {
  const long = localSheet(7, 'Long', [], {
    ...{ rowCount: 60_000, columnCount: 10 },
    row: (at) => (at === 0 ? names('Name', 'Number') : at <= 25_000 ? [text(`Row ${at}`), number(at)] : []),
  });
  localSpreadsheets.reset([long]);
  const basePublicId = await newBase(world.ann, 'Long');
  const events = await imported(order(basePublicId, 'sheet-3', 'Long'));
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 25_000, rowsRejected: 0 });
  expect(localSpreadsheets.pages).toBeLessThan(10);
  expect(events.some((event) => event.type === 'phase' && (event.rowsRead ?? 0) > 5_000)).toBe(true);
});

it('reads a sheet anew that somebody changes meanwhile, and goes on after being throttled', async () => {
  let changes = 1;
  localSpreadsheets.onPage = () => {
    if (changes-- > 0) localSpreadsheets.modifiedTime = '2026-11-23T10:00:01.000Z';
  };
  world.vendor.faults.set(1, { kind: 'status', status: 429, retryAfter: '0' });
  const basePublicId = await newBase(world.ann, 'Changed');
  const events = await imported(order(basePublicId, 'sheet-4'));
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 2 });
  expect(await reportOf(events)).not.toContain('Somebody changed');
});

it('reads a sheet anew whose rows are taken away meanwhile, also where Drive does not say so yet', async () => {
  const row = (at: number) => (at === 0 ? names('Name', 'Number') : [text(`Row ${at}`), number(at)]);
  const long = localSheet(7, 'Long', [], { rowCount: 25_000, columnCount: 2, row });
  localSpreadsheets.reset([long]);
  let pages = 0;
  localSpreadsheets.onPage = () => {
    pages += 1;
    if (pages === 2) long.rowCount = 5_000;
  };
  const basePublicId = await newBase(world.ann, 'Cut');
  const events = await imported(order(basePublicId, 'sheet-cut', 'Long'));
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 4_999 });
});

it('imports nothing of a sheet without a header, of one that is too wide, or that is gone', async () => {
  const basePublicId = await newBase(world.ann, 'None');
  const fails = async (importId: string, range: string) =>
    (await imported(order(basePublicId, importId, range))).at(-1);
  expect(await fails('none-1', 'Empty')).toMatchObject({
    type: 'error',
    message: expect.stringMatching(/^A spreadsheet needs at least one header row/),
  });
  const wide = Array.from({ length: 2_000 }, (_, i) => text(`Column ${i}`));
  localSpreadsheets.reset([localSheet(7, 'Wide', [wide, wide], { columnCount: 2_000 })]);
  expect(await fails('none-2', 'Wide')).toMatchObject({
    type: 'error',
    message: expect.stringMatching(
      /^The import request is too large\. This spreadsheet may have too many columns/,
    ),
  });
  expect(await fails('none-3', 'Gone')).toMatchObject({
    message: expect.stringContaining('choose another one'),
  });
  expect(await tablesOf(world.ann, basePublicId)).toEqual([]);
});

it('leaves nothing where it is cancelled while it reads', async () => {
  const basePublicId = await newBase(world.ann, 'Cancelled');
  let cancel: Promise<unknown> = Promise.resolve();
  localSpreadsheets.onPage = () => {
    localSpreadsheets.onPage = () => {};
    cancel = rpc(world.ann, 'import.cancel', { importId: 'sheet-5' });
  };
  const events = await imported({ ...order(basePublicId, 'sheet-5'), baseMadeForImport: false });
  await cancel;
  expect(events.at(-1)).toEqual({ type: 'cancelled' });
  expect(await tablesOf(world.ann, basePublicId)).toEqual([]);
});

it('is resumed from the sheet after the server stopped while it reads', async () => {
  const { server, ann } = world;
  const basePublicId = await newBase(ann, 'Stopped');
  let stop: Promise<unknown> = Promise.resolve();
  localSpreadsheets.onPage = () => {
    localSpreadsheets.onPage = () => {};
    stop = server.parts.imports.close();
  };
  const input = order(basePublicId, 'sheet-8');
  const events = await imported(input);
  await stop;
  expect(events.at(-1)).toMatchObject({ type: 'error', interrupted: true });
  await server.parts.imports.start();
  const { imports } = await rpc(ann, 'import.interrupted', {});
  expect(imports).toMatchObject([{ importId: 'sheet-8', order: { service: 'googlesheets' } }]);
  await rpc(ann, 'import.resume', { importId: 'sheet-8' });
  expect((await imported(input)).at(-1)).toMatchObject({ type: 'finished', recordsImported: 2 });
  expect(await tablesOf(ann, basePublicId)).toHaveLength(1);
});

it('shows a sheet before, and adds its rows to a table that is there by the names of its columns', async () => {
  const { ann, serviceId, spreadsheetId } = world;
  const known = await rpc(ann, 'import.googleSheetsRefreshMetadata', { serviceId, spreadsheetId });
  expect(known).toMatchObject({ title: 'Guests', timeZone: 'Europe/Berlin' });
  expect(
    known.sheets.map(({ title, hidden, columnHeaders }) => [title, hidden, columnHeaders.length]),
  ).toEqual([
    ["Bob's guests", false, 12],
    ['Lists', true, 1],
    ['Empty', false, 0],
  ]);
  const sheetName = "Bob's guests";
  const preview = await rpc(ann, 'import.googleSheetsPreview', { serviceId, spreadsheetId, sheetName });
  expect(preview).toMatchObject({ totalRows: 2, currentSheet: sheetName });
  expect(preview.availableSheets.map(({ name }) => name)).toEqual([sheetName, 'Lists', 'Empty']);
  const { columns } = preview.config;
  expect(columns.map(({ fieldName, fieldType }) => `${fieldName} ${fieldType}`)).toContain(
    'Stage single_select',
  );
  expect(preview.previewData[0]?.slice(0, 5)).toEqual([
    'Ada',
    '2026-03-30',
    '2026-03-29 12:00',
    '7%',
    '€1234.5',
  ]);

  const basePublicId = await newBase(ann, 'There');
  const table = (
    await rpc(ann, 'tables.create', {
      ...{ basePublicId, name: 'People', records: [] },
      fields: [
        { id: 'fld0000000000000000000na', name: 'Name', type: 'single_line_text', template: {} },
        { id: 'fld0000000000000000000st', name: 'Stage', type: 'single_select', template: { options: [] } },
      ],
    } as never)
  ).table as Table;
  const at = (name: string) => must(columns.find(({ fieldName }) => fieldName === name)).sourceFieldIndex;
  const mapped = (sourceFieldName: string, targetFieldId: string) => ({
    ...{ sourceFieldIndex: at(sourceFieldName), sourceFieldName, targetFieldId },
  });
  // Somebody puts a column in front meanwhile.
  const moved = [headers, guest('Ada', 1), guest('Bo', 2)].map((row) => [text('New'), ...row]);
  localSpreadsheets.reset([localSheet(7, sheetName, moved), ...others]);
  const into = {
    ...{ basePublicId, tableId: table.id, serviceId, spreadsheetId, sheetName, createOptions: true },
    fieldMappings: [mapped('Name', 'fld0000000000000000000na'), mapped('Stage', 'fld0000000000000000000st')],
  };
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'googleSheetsImportToTableStream', {
    ...into,
    importId: 'sheet-6',
  }))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'finished', recordsImported: 2, valuesNotConverted: 0 });
  expect((await valuesOf(basePublicId)).map(([name]) => name)).toEqual(['Ada', 'Bo']);
  const [, stage] = (await tableOf(basePublicId)).fields;
  expect(stage).toMatchObject({ template: { options: [{ label: 'Won, at last' }] } });
  const gone = [names('Other'), [text('x')]];
  localSpreadsheets.reset([localSheet(7, sheetName, gone)]);
  for await (const event of subscribe(ann, 'googleSheetsImportToTableStream', {
    ...into,
    importId: 'sheet-7',
  }))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ message: expect.stringContaining('choose the columns again') });
});

it('reads with nobody else’s connection, and tells whoever reads a database alone that they may not', async () => {
  const eve = await world.server.signUp('Eve Stranger');
  const basePublicId = await newBase(eve, 'Eve');
  const events: ImportEvent[] = [];
  await expect(async () => {
    for await (const event of subscribe(eve, 'googleSheetsImportStream', order(basePublicId, 'eve-1')))
      events.push(event);
  }).rejects.toThrow('Connection not found');
  expect(events).toEqual([]);
});
