import type { ImportEvent } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
