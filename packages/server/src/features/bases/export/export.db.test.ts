import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CellValue, Field } from '@weft/core';
import { csvLine, exportText } from '@weft/imports';
import type { CallRequest, RecordAnswer } from '@weft/protocol';
import { must } from '@weft/std';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newBase,
  rpc,
  type SharedServer,
  sharedServer,
  subscribe,
  type TestPerson,
} from '../../../testing.ts';

const countries = fileURLToPath(
  new URL('../../../../../imports/fixtures/country-codes.csv', import.meta.url),
);

interface ExportedJson {
  readonly format: string;
  readonly version: number;
  readonly table: { readonly id: string; readonly name: string; readonly primaryFieldId: string };
  readonly view: { readonly id: string } | null;
  readonly fields: readonly Field[];
  readonly records: readonly Pick<RecordAnswer, 'id' | 'data' | 'raw' | 'createdAt' | 'updatedAt'>[];
}

/** The canonical text of what a reader found in a cell of a sheet. */
const textOf = (field: Field, cell: unknown): string =>
  typeof cell === 'string' ? cell : exportText(field, (cell ?? null) as CellValue);

/** With the mark at its beginning, which `text()` takes away. */
const textIn = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('utf8');

describe('exporting a table', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let table = { basePublicId: '', tableId: '' };

  const get = (query: string, of = table) =>
    ann.call('GET', `/v1/bases/${of.basePublicId}/tables/${of.tableId}/export?${query}`);
  const asJson = async (query = 'format=json', of = table) =>
    (await (await get(query, of)).json()) as ExportedJson;

  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    const basePublicId = await newBase(ann);
    const csvFileUrl = await server.upload(ann, 'country-codes.csv', readFileSync(countries, 'utf8'));
    const { config } = await rpc(ann, 'import.csvPreview', { csvFileUrl });
    const order = {
      basePublicId,
      importId: 'imp-countries',
      csvFileUrl,
      config: { tableName: 'Countries: all/every' },
      fieldMappings: config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
        sourceFieldIndex,
        isPrimary,
      })),
    };
    for await (const event of subscribe(ann, 'import.csvImportStream', order))
      if (event.type === 'finished') table = { basePublicId, tableId: event.tableId };
  });

  it('gives a spreadsheet every cell of which another reader finds the same', async () => {
    const { fields, records } = await asJson();
    expect(records.length).toBeGreaterThan(240);
    const response = await get('format=xlsx');
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('.xlsx'));
    const rows = await readSheet(Buffer.from(await response.arrayBuffer()), { trim: false });
    expect(rows[0]).toEqual(fields.map((field) => field.name));
    const found = rows.slice(1).map((row) => fields.map((field, column) => textOf(field, row[column])));
    expect(found).toEqual(
      records.map(({ data, raw }) =>
        fields.map((field) => exportText(field, data[field.id], raw?.[field.id])),
      ),
    );
    // A text that looks like a number stays the text it is.
    const texts = fields.flatMap((field, column) => (field.type === 'single_line_text' ? [column] : []));
    expect(rows.slice(1).flatMap((row) => texts.map((column) => typeof (row[column] ?? '')))).not.toContain(
      'number',
    );
  });

  it('gives JSON that makes the same table again, raw texts and all', async () => {
    const number = must((await asJson()).fields.find((field) => field.type === 'number'));
    const { records: some } = await rpc(ann, 'records.list', { ...table, limit: 1 });
    await rpc(ann, 'records.update', {
      ...table,
      recordId: must(some[0]).id,
      data: {},
      raw: { [number.id]: 'a lot' },
    });
    const first = await asJson();
    expect(first).toMatchObject({ format: 'weft.table', version: 1, view: null });
    expect(must(first.records[0]).raw).toEqual({ [number.id]: 'a lot' });

    const basePublicId = await newBase(ann);
    const input = {
      basePublicId,
      name: first.table.name,
      primaryFieldId: first.table.primaryFieldId,
      fields: first.fields,
      records: first.records.map(({ id, data, raw }) => ({ id, data, ...(raw && { raw }) })),
    };
    const { table: made } = await rpc(ann, 'tables.create', input as unknown as CallRequest<'tables.create'>);
    const second = await asJson('format=json', { basePublicId, tableId: made.id });
    const cells = (file: ExportedJson) => file.records.map(({ id, data, raw }) => ({ id, data, raw }));
    expect(cells(second)).toEqual(cells(first));
    const kinds = (file: ExportedJson) =>
      file.fields.map(({ name, type, template }) => ({ name, type, template }));
    expect(kinds(second)).toEqual(kinds(first));
  });

  it('gives JSON that can be read again though settings have narrowed since', async () => {
    const basePublicId = await newBase(ann);
    const rating = { id: 'fld0000000000000000stars', name: 'Stars', type: 'rating' as const };
    const name = { id: 'fld00000000000000000name', name: 'Name', type: 'single_line_text' as const };
    const records = [5, 1].map((stars) => ({ data: { [rating.id]: stars } }));
    const { table: made } = await rpc(ann, 'tables.create', {
      basePublicId,
      name: 'Rated',
      fields: [name, rating],
      records,
    });
    const of = { basePublicId, tableId: made.id };
    await rpc(ann, 'fields.update', { ...of, fieldId: rating.id, template: { maxRating: 2 } });
    const file = await asJson('format=json', of);
    expect(file.records.map(({ data, raw }) => [data, raw])).toEqual([
      [{}, { [rating.id]: '5' }],
      [{ [rating.id]: 1 }, undefined],
    ]);
    const again = {
      basePublicId: await newBase(ann),
      name: 'Rated',
      fields: file.fields,
      records: file.records,
    };
    await rpc(ann, 'tables.create', again as unknown as CallRequest<'tables.create'>);
  });

  it('leaves out options that are gone, and counts their cells as empty', async () => {
    const basePublicId = await newBase(ann);
    const option = (value: string) => ({ value, label: `Label ${value}`, color: 'Blue' as const });
    const select = (id: string, type: 'single_select' | 'multiple_select') => ({
      ...{ id, name: type, type, template: { options: [option('k3x9q0z7ab'), option('077e5yz7an')] } },
    });
    const name = { id: 'fld00000000000000000name', name: 'Name', type: 'single_line_text' as const };
    const one = select('fld000000000000000000one', 'single_select');
    const many = select('fld00000000000000000many', 'multiple_select');
    const data = { [name.id]: 'A', [one.id]: '077e5yz7an', [many.id]: ['077e5yz7an', 'k3x9q0z7ab'] };
    const { table: made } = await rpc(ann, 'tables.create', {
      ...{ basePublicId, name: 'Chosen', fields: [name, one, many], records: [{ data }] },
    });
    const of = { basePublicId, tableId: made.id };
    for (const { id } of [one, many])
      await rpc(ann, 'fields.update', { ...of, fieldId: id, template: { options: [option('k3x9q0z7ab')] } });
    const labels = ['A', '', 'Label k3x9q0z7ab'];
    expect((await (await get('format=csv', of)).text()).split('\r\n')[1]).toBe(labels.join());
    const sheet = await readSheet(Buffer.from(await (await get('format=xlsx', of)).arrayBuffer()));
    expect(sheet[1]?.map((cell) => cell ?? '')).toEqual(labels);
    const { records } = await asJson('format=json', of);
    expect(records.map((record) => [record.data, record.raw])).toEqual([
      [{ [name.id]: 'A', [many.id]: ['k3x9q0z7ab'] }, undefined],
    ]);
    const empty = { conjunction: 'and' as const, items: [{ fieldId: one.id, operator: 'is_empty' }] };
    expect((await rpc(ann, 'records.list', { ...of, filters: empty })).records).toHaveLength(1);
    // The way back of the deletion brings the cell back with the option.
    await rpc(ann, 'history.undo', { basePublicId, count: 2 });
    expect((await asJson('format=json', of)).records[0]?.data).toEqual(data);
  });

  it.each(['csv', 'xlsx', 'json'])(
    'gives a view as %s with its fields, its order and its records only',
    async (format) => {
      const { metadata } = await rpc(ann, 'metadata.get', table);
      const { fields, views } = must(metadata.tables.find(({ id }) => id === table.tableId));
      const [shown, ...hidden] = [...fields].reverse();
      const field = must(shown);
      const view = must(views[0]);
      await rpc(ann, 'views.updateSettings', {
        ...table,
        viewId: view.id,
        config: {
          hiddenFieldIds: hidden.map(({ id }) => id),
          filters: { conjunction: 'and', items: [{ fieldId: field.id, operator: 'is_not_empty' }] },
          sorts: [{ fieldId: field.id, direction: 'desc' }],
        },
      });
      const wanted = await rpc(ann, 'records.list', { ...table, viewId: view.id, limit: 5_000 });
      const texts = wanted.records.map(({ data, raw }) => exportText(field, data[field.id], raw?.[field.id]));
      const response = await get(`format=${format}&viewId=${view.id}`);
      if (format === 'json') {
        const file = (await response.json()) as ExportedJson;
        expect(file.view?.id).toBe(view.id);
        expect(file.fields.map(({ id }) => id)).toEqual([field.id]);
        expect(
          file.records.map(({ data, raw }) => exportText(field, data[field.id], raw?.[field.id])),
        ).toEqual(texts);
      } else if (format === 'xlsx') {
        const rows = await readSheet(Buffer.from(await response.arrayBuffer()), { trim: false });
        expect(rows.slice(1).map(([cell]) => textOf(field, cell))).toEqual(texts);
      } else {
        expect((await response.text()).split('\r\n').length).toBe(texts.length + 2);
      }
    },
  );

  it('keeps spreadsheets from computing the texts of a CSV file when asked', async () => {
    const basePublicId = await newBase(ann);
    const note = { id: 'fld00000000000000000note', name: '@note', type: 'long_text' as const };
    const count = { id: 'fld0000000000000000count', name: 'Count', type: 'number' as const };
    const formulas = [
      '=1+1',
      '+cmd',
      '-2+3',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '\n=1',
      ' =1',
      '\u00a0@x',
      '＝1',
      '＋1',
      '－1＋2',
    ];
    const texts = [...formulas, '-5', '+31.5', "it's = fine", 'plain'];
    const { table: made } = await rpc(ann, 'tables.create', {
      ...{ basePublicId, name: 'Formulas', fields: [note, count] },
      records: [
        ...texts.map((text) => ({ data: { [note.id]: text, [count.id]: -5 } })),
        { data: {}, raw: { [count.id]: '=2*2' } },
      ],
    });
    const of = { basePublicId, tableId: made.id };
    const lines = (cells: readonly (readonly [string, string])[], name: string) =>
      `\ufeff${csvLine([name, 'Count'])}${cells.map((cell) => csvLine(cell)).join('')}`;
    const kept = texts.map((text) => [text, '-5'] as const);
    expect(await textIn(await get('format=csv', of))).toBe(lines([...kept, ['', '=2*2']], '@note'));
    const escaped = texts.map((text, place) => [place < formulas.length ? `'${text}` : text, '-5'] as const);
    expect(await textIn(await get('format=csv&formulas=escape', of))).toBe(
      lines([...escaped, ['', "'=2*2"]], "'@note"),
    );
    expect((await get('format=csv&formulas=maybe', of)).status).toBe(400);
  });

  it('names what it can export when asked for something else', async () => {
    const response = await get('format=pdf');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { kind: 'invalid', details: [{ path: 'format' }] },
    });
  });
});
