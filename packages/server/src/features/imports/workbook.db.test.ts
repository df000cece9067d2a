import type { CallRequest, ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, subscribe, type TestPerson, type TestServer } from '../../testing.ts';
import { workbookBytes, workbookParts } from './workbook/testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann');
});
afterAll(() => server.close());

it('takes a sheet of a workbook, of which it finds the names of the columns below a title', async () => {
  const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
  const people = [
    row(text('Staff of the house')),
    row(text('Name'), text('Share'), text('Since'), text('Pay')),
    ...[1, 2, 3, 4].map((n) =>
      row(
        text(`Person ${n}`),
        `<c s="1"><v>0.0${n}</v></c>`,
        `<c s="2"><v>${44_926 + n}</v></c>`,
        `<c s="3"><v>${n * 100}.5</v></c>`,
      ),
    ),
  ].join('');
  const parts = workbookParts({ Notes: '<sheetData/>', Staff: `<sheetData>${people}</sheetData>` });
  const csvFileUrl = await server.upload(ann, 'book.xlsx', new Uint8Array(await workbookBytes(parts)));
  const parse = { sheet: 'Staff' };
  // Asked for none, it is the first one that holds anything.
  const preview = await rpc(ann, 'import.csvPreview', { csvFileUrl });
  expect(await rpc(ann, 'import.csvPreview', { csvFileUrl, parse })).toEqual(preview);
  expect(preview).toMatchObject({
    totalRows: 4,
    availableSheets: [{ name: 'Notes' }, { name: 'Staff' }],
    currentSheet: 'Staff',
    leadData: [['Staff of the house']],
  });
  expect(preview.config.columns.map(({ fieldName, fieldType }) => [fieldName, fieldType])).toEqual([
    ['Name', 'single_line_text'],
    ['Share', 'percent'],
    ['Since', 'date'],
    ['Pay', 'currency'],
  ]);
  const basePublicId = await newBase(ann);
  const fieldMappings = preview.config.columns.map(({ sourceFieldIndex }) => ({ sourceFieldIndex }));
  const run = { basePublicId, importId: 'import-book', csvFileUrl, parse, fieldMappings };
  const events: ImportEvent[] = [];
  for await (const event of subscribe(ann, 'import.csvImportStream', {
    ...run,
    config: { tableName: 'Staff' },
  }))
    events.push(event);
  const end = must(events.at(-1), 'the end');
  expect(end).toMatchObject({ type: 'finished', recordsImported: 4, valuesNotConverted: 0 });
  const tableId = end.type === 'finished' ? end.tableId : '';
  const file = await ann.call('GET', `/v1/bases/${basePublicId}/tables/${tableId}/export`);
  expect((await file.text()).split('\r\n')[1]).toBe('Person 1,1%,2023-01-01,€100.5');
});

describe('several sheets of a workbook', () => {
  const sheetOf = (...rows: string[][]) =>
    `<sheetData>${rows
      .map((cells) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
      .join('')}</sheetData>`;
  const sheet = (importId: string, name: string) => ({
    importId,
    config: { tableName: name },
    fieldMappings: [{ sourceFieldIndex: 0 }],
    parse: { sheet: name },
  });

  async function asked(ids: readonly [string, string, string], rows = 2) {
    const bytes = await workbookBytes(
      workbookParts({
        People: sheetOf(['Name'], ...Array.from({ length: rows }, (_, row) => [`Person ${row}`])),
        Empty: '<sheetData/>',
        Orders: sheetOf(['Order'], ['Linen'], ['Wool'], ['Silk']),
      }),
    );
    const csvFileUrl = await server.upload(ann, 'book.xlsx', new Uint8Array(bytes));
    const [people, empty, orders] = [
      sheet(ids[0], 'People'),
      sheet(ids[1], 'Empty'),
      sheet(ids[2], 'Orders'),
    ];
    return { basePublicId: await newBase(ann), csvFileUrl, ...people, moreSheets: [empty, orders] };
  }

  async function endOf(run: CallRequest<'import.csvImportStream'>): Promise<ImportEvent | undefined> {
    let last: ImportEvent | undefined;
    for await (const event of subscribe(ann, 'import.csvImportStream', run)) last = event;
    return last;
  }
  const tablesOf = async (basePublicId: string) =>
    (await rpc(ann, 'metadata.get', { basePublicId })).metadata.tables.map(({ name }) => name);

  it('become a table each, undone one by one, whatever becomes of one of them', async () => {
    const { moreSheets, ...first } = await asked(['book-1', 'book-2', 'book-3']);
    const { basePublicId, csvFileUrl } = first;
    expect(await endOf({ ...first, moreSheets })).toMatchObject({ type: 'finished', recordsImported: 2 });
    // The server goes on by itself: these attach.
    const rest = moreSheets.map((run) => ({ basePublicId, csvFileUrl, ...run }));
    expect(await endOf(must(rest[0]))).toMatchObject({ type: 'error', message: 'The sheet is empty' });
    expect(await endOf(must(rest[1]))).toMatchObject({ type: 'finished', recordsImported: 3 });
    expect(await tablesOf(basePublicId)).toEqual(['People', 'Orders']);
    await rpc(ann, 'history.undo', { basePublicId });
    expect(await tablesOf(basePublicId)).toEqual(['People']);
  });

  it('are imported to the end with nobody there to follow them', async () => {
    const run = await asked(['alone-1', 'alone-2', 'alone-3']);
    await endOf(run);
    await expect.poll(() => tablesOf(run.basePublicId), { timeout: 20_000 }).toEqual(['People', 'Orders']);
  });

  it('go on after the server stopped in one of them and it was resumed, and end where one is cancelled', async () => {
    const run = await asked(['stop-1', 'stop-2', 'stop-3'], 30_000);
    const begun = async () => {
      for await (const event of subscribe(ann, 'import.csvImportStream', run))
        if (event.type === 'records') break;
    };
    await begun();
    await server.parts.imports.close();
    await server.parts.imports.start();
    const { imports } = await rpc(ann, 'import.interrupted', {});
    expect(imports.map(({ importId }) => importId)).toEqual(['stop-1']);
    expect(must(imports[0]).order).toMatchObject({ moreSheets: run.moreSheets });
    await rpc(ann, 'import.resume', { importId: 'stop-1' });
    await expect.poll(() => tablesOf(run.basePublicId), { timeout: 30_000 }).toEqual(['People', 'Orders']);

    Object.assign(run, await asked(['end-1', 'end-2', 'end-3'], 30_000));
    await begun();
    await rpc(ann, 'import.cancel', { importId: 'end-1' });
    await expect(rpc(ann, 'import.cancel', { importId: 'end-2' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('do not go into a table that is there', async () => {
    const run = await asked(['into-1', 'into-2', 'into-3']);
    const { basePublicId } = run;
    const { table } = await rpc(ann, 'tables.create', { basePublicId, name: 'There' });
    const fieldMappings = [{ sourceFieldIndex: 0, targetFieldId: table.primaryFieldId }];
    await expect(endOf({ ...run, fieldMappings })).rejects.toThrow(/tables of their own/);
  });
});
