import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Parsing } from '../csv/read-csv.ts';
import { makeDecoder, openBytes } from '../testing.ts';
import { type CsvProfile, profileCsv } from './profile-csv.ts';

const profileOf = (bytes: Uint8Array, given: Partial<Parsing> = {}): Promise<CsvProfile> =>
  profileCsv(openBytes(bytes, 10_000), makeDecoder, given);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

test('country-codes.csv', async () => {
  const profile = await profileOf(fixture('country-codes.csv'));
  expect(profile).toMatchObject({
    rows: 249,
    rowsRejected: 0,
    refusal: null,
    parsing: { encoding: 'utf-8', delimiter: ',', headerRow: true },
  });
  expect(profile.columns).toHaveLength(56);
  const types = Object.fromEntries(profile.columns.map((each) => [each.fieldName, each.fieldType]));
  expect(types).toMatchObject({
    Dial: 'single_line_text',
    'ISO3166-1-numeric': 'number',
    'ISO4217-currency_numeric_code': 'single_line_text',
    'ISO4217-currency_minor_unit': 'single_line_text',
    'Land Locked Developing Countries (LLDC)': 'checkbox',
    'Region Name': 'single_select',
    Continent: 'single_select',
    Languages: 'single_line_text',
    'Geoname ID': 'number',
    wikidata_id: 'url',
    official_name_ar: 'single_line_text',
    is_independent: 'single_select',
  });
  expect(profile.columns.find((each) => each.isPrimary)?.fieldName).toBe('ISO3166-1-Alpha-3');
});

test('dc-wikia-data.csv', async () => {
  const profile = await profileOf(fixture('dc-wikia-data.csv'));
  expect(profile).toMatchObject({ rows: 6896, rowsRejected: 0, refusal: null });
  expect(profile.columns.map((each) => each.fieldType)).toEqual([
    'number',
    'single_line_text',
    'single_line_text',
    'single_select',
    'single_select',
    'single_select',
    'single_select',
    'single_select',
    'single_select',
    'single_select',
    'number',
    'single_line_text',
    'number',
  ]);
  expect(profile.columns.find((each) => each.isPrimary)?.fieldName).toBe('name');
  expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
});

test('names are made unique, empty ones numbered, cells beyond the header kept', async () => {
  const { columns, preview } = await profileOf(bytesOf('a,, a ,A\n1,2,3,4,,6\n5\n'), { headerRow: true });
  expect(columns.map((each) => each.fieldName)).toEqual(['a', 'Field 2', 'a 2', 'A 3', 'Field 5', 'Field 6']);
  expect(columns.map((each) => each.sourceIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(columns[1]?.counts).toMatchObject({ filled: 1, empty: 1 });
  expect(preview).toEqual([
    ['1', '2', '3', '4', '', '6'],
    ['5', '', '', '', '', ''],
  ]);
});

test('a name of the file is never given to another column', async () => {
  const header = 'Name,Name,Name 2,Field 5,,name';
  const { columns } = await profileOf(bytesOf(`${header}\n1,2,3,4,5,6\n`), { headerRow: true });
  expect(columns.map((each) => each.fieldName)).toEqual([
    'Name',
    'Name 3',
    'Name 2',
    'Field 5',
    'Field 5 2',
    'name 4',
  ]);
});

test('records are named by what names them, not by how much or when', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i === 7 ? 'some' : i * 1.5},person ${i}\n`);
  const { columns } = await profileOf(bytesOf(`Amount,Who\n${rows.join('')}`));
  expect(columns.map((each) => [each.fieldType, each.isPrimary])).toEqual([
    ['single_line_text', false],
    ['single_line_text', true],
  ]);
});

test('nameless empty columns at the end are left out', async () => {
  const { columns } = await profileOf(bytesOf('a,b,,\n1,2,,\n'));
  expect(columns.map((each) => each.fieldName)).toEqual(['a', 'b']);
});

test('of more than 500 columns the first are read, or those that are asked for, and all are named', async () => {
  const row = (count: number): string => `${Array.from({ length: count }, (_, i) => `c${i}`).join(',')}\n`;
  expect(await profileOf(bytesOf(row(500) + row(500)))).toMatchObject({ refusal: null, rows: 1 });
  const wide = await profileOf(bytesOf(row(600) + row(3)));
  expect(wide).toMatchObject({ refusal: null, rows: 1 });
  expect(wide.columns).toHaveLength(500);
  expect(wide.allColumns).toHaveLength(600);
  const some = await profileOf(bytesOf(row(600) + row(600)), { columns: [599, 1] });
  expect(some.columns.map(({ sourceIndex, fieldName }) => [sourceIndex, fieldName])).toEqual([
    [1, 'c1'],
    [599, 'c599'],
  ]);
  expect(some.preview).toEqual([['c1', 'c599']]);
  expect((await profileOf(bytesOf(row(3) + row(501)))).allColumns?.at(-1)).toBe('Field 501');
});

test('an empty file and an open quote are refused; a header alone is a table without rows', async () => {
  expect((await profileOf(bytesOf(''))).refusal).toBe('The file is empty');
  expect((await profileOf(bytesOf('a,b\n"1",2\n3,"4\n5,6\n'))).refusal).toBe(
    'The quote opened on line 3 is never closed',
  );
  expect(await profileOf(bytesOf('a,b\n'))).toMatchObject({ refusal: null, rows: 0 });
});

test('a header that cannot be read refuses the file', async () => {
  expect((await profileOf(bytesOf('a,\0\n1,2\n'), { headerRow: true })).refusal).toBe(
    'The names of the columns on line 1 cannot be read: The cell contains a NUL byte, which text cannot hold',
  );
});

test('a row with a NUL is rejected and told', async () => {
  const { rows, rowsRejected, rejected } = await profileOf(bytesOf('a,b\n1,2\n3,\0\n'));
  expect({ rows, rowsRejected }).toEqual({ rows: 1, rowsRejected: 1 });
  expect(rejected).toMatchObject([
    { line: 3, columnIndex: 1, reason: 'The cell contains a NUL byte, which text cannot hold' },
  ]);
});

test('a table of checkboxes alone still gets a primary field', async () => {
  const { columns } = await profileOf(bytesOf('a,b\nx,x\n,\n'));
  expect(columns.map((each) => [each.fieldType, each.isPrimary])).toEqual([
    ['single_line_text', true],
    ['checkbox', false],
  ]);
});

test('of more than a thousand different values it says how many surely do not fit, no more', async () => {
  const names = Array.from({ length: 1_500 }, (_, i) => `person ${i}\n`).join('');
  const [column] = (await profileOf(bytesOf(`Who\n${names}`))).columns;
  const unfit = (kind: string) => column?.alternatives.find((each) => each.fieldType === kind)?.unfit;
  expect(unfit('rating')).toMatchObject({ count: 1_000, atLeast: true });
  // The options past the thousandth, of which one is sure.
  expect(unfit('single_select')).toMatchObject({ count: 1, atLeast: true });
});

test('says the same of a refused file however it is cut', async () => {
  const file = bytesOf('\0\n,\r\n,\n');
  const whole = await profileOf(file);
  expect(whole.refusal).toMatch(/^The names of the columns on line 1 cannot be read/);
  expect(await profileCsv(openBytes(file, 1), makeDecoder, {})).toEqual(whole);
});

test.each(['x\n', '\nx', 'x \u2028', ' \n'])(
  'a text with a line break at its edge is a long one: %j',
  async (note) => {
    const profile = await profileOf(bytesOf(`name,note\nann,"${note}"\nben,quite another\nann,third\n`));
    expect(profile.columns.map(({ fieldType }) => fieldType)).toEqual(['single_line_text', 'long_text']);
  },
);
