import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tableFile } from './sheet-file.ts';
import { workbookBytes, workbookParts } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-workbooks-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'book.xlsx');
const never = new AbortController().signal;

async function read(parts: { readonly [part: string]: string | Buffer }, sheet?: string): Promise<string> {
  writeFileSync(path, await workbookBytes(parts));
  await using file = await tableFile(path, sheet === undefined ? {} : { sheet }, never);
  return readFileSync(file.path, 'utf8');
}

describe('a sheet of a workbook', () => {
  it('says what a person sees: dates, shares, money, ticks, what formulas came to, and texts whole', async () => {
    const cells = `<sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>
      <row r="4"><c r="A4" s="1"><v>0.07</v></c><c r="B4" s="2"><v>44927</v></c><c r="C4" s="3"><v>660.5</v></c><c r="D4" t="b"><v>1</v></c></row>
      <row r="5"><c r="A5"><f>1+1</f><v>2</v></c><c r="B5" t="str"><f>A1</f><v>a_x000A_b</v></c><c r="C5" t="e"><v>#DIV/0!</v></c><c r="D5" t="s"><v>1</v></c></row>
    </sheetData>`;
    const texts = ['<t>Name &amp; more</t>', '<t xml:space="preserve"> kana</t><rPh><t>never</t></rPh>'];
    expect(await read(workbookParts({ One: cells }, texts))).toBe(
      'Name & more,,inline\r\n\r\n\r\n7%,2023-01-01,€660.5,TRUE\r\n2,"a\nb",#DIV/0!," kana"\r\n',
    );
  });

  it('says in every row what a cell over several rows says', async () => {
    const cells = `<sheetData>
      <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>10</v></c></row>
      <row r="2"><c r="B2"><v>20</v></c></row><row r="3"><c r="B3"><v>30</v></c></row><row r="4"><c r="B4"><v>40</v></c></row>
    </sheetData><mergeCells count="1"><mergeCell ref="A1:A3"/></mergeCells>`;
    expect(await read(workbookParts({ One: cells }))).toBe('1,10\r\n1,20\r\n1,30\r\n,40\r\n');
  });

  it('is the one that is asked for', async () => {
    const cell = (value: number) => `<sheetData><row><c><v>${value}</v></c></row></sheetData>`;
    const parts = workbookParts({ One: cell(1), Two: cell(2) });
    expect(await read(parts)).toBe('1\r\n');
    expect(await read(parts, 'Two')).toBe('2\r\n');
    await expect(read(parts, 'Three')).rejects.toMatchObject({ kind: 'invalid' });
  });

  const some = workbookParts({ One: '<sheetData/>' });
  it.each([
    ['an archive of something else', { 'a.txt': 'a' }],
    ['a document of another kind', { '_rels/.rels': some['_rels/.rels']?.replace('xl/', 'word/') ?? '' }],
    ['a workbook without its sheets', { ...some, 'xl/workbook.xml': '<workbook/>' }],
    ['XML that breaks off', { ...some, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' }],
    [
      'rows out of order',
      workbookParts({ One: '<sheetData><row r="5"/><row r="2"><c><v>1</v></c></row></sheetData>' }),
    ],
    [
      'a row beyond the last',
      workbookParts({ One: '<sheetData><row r="99999999"><c><v>1</v></c></row></sheetData>' }),
    ],
    ['entities without end', { ...some, 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
  ])('is refused with a sentence: %s', async (_what, parts) => {
    await expect(read(parts)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^This workbook cannot be read: .*\.$/),
    });
  });

  it('is refused where the file is cut off, and leaves no files behind', async () => {
    writeFileSync(path, await workbookBytes(some));
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('weft-sheet-'));
    writeFileSync(path, readFileSync(path).subarray(0, 200));
    await expect(tableFile(path, {}, never)).rejects.toMatchObject({ kind: 'invalid' });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('weft-sheet-'))).toEqual(before);
  });

  it('is refused where a small file unpacks to more than any sheet has', async () => {
    writeFileSync(
      path,
      await workbookBytes({ ...some, 'xl/sharedStrings.xml': Buffer.alloc(1_000_001, ' ') }),
    );
    expect(readFileSync(path).length).toBeLessThan(10_000);
    await expect(tableFile(path, {}, never, { maxPart: 1_000_000 })).rejects.toMatchObject({
      message: 'This workbook cannot be read: it is too large when it is unpacked.',
    });
  });

  it('is refused where one row unpacks to more text than memory should hold', async () => {
    const refused = { message: 'This workbook cannot be read: a row of it holds too much text.' };
    const long = 'a'.repeat(33_000_000);
    const inCell = `<sheetData><row><c t="inlineStr"><is><t>${long}</t></is></c></row></sheetData>`;
    await expect(read(workbookParts({ One: inCell }))).rejects.toMatchObject(refused);
    const cells = '<c t="s"><v>0</v></c>'.repeat(40);
    const shared = workbookParts({ One: `<sheetData><row>${cells}</row></sheetData>` }, [
      `<t>${'a'.repeat(1_000_000)}</t>`,
    ]);
    await expect(read(shared)).rejects.toMatchObject(refused);
  });

  it('is refused where many parts together unpack to more, or reading it takes too long', async () => {
    const empty = Array.from({ length: 100 }, (_, i) => [`Sheet ${i}`, ' '.repeat(100_000)]);
    writeFileSync(path, await workbookBytes(workbookParts(Object.fromEntries(empty))));
    await expect(tableFile(path, {}, never, { maxTotal: 1_000_000 })).rejects.toMatchObject({
      message: 'This workbook cannot be read: it is too large when it is unpacked.',
    });
    await expect(tableFile(path, {}, never, { maxTime: 0 })).rejects.toMatchObject({
      message: 'This workbook cannot be read: reading it takes longer than 0 minutes.',
    });
    await expect(tableFile(path, {}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('holds one merged cell a column, however many a file lays over each other', async () => {
    const row = (number: number, first: string) =>
      `<row r="${number}">${first}<c r="B${number}"><v>${number}</v></c></row>`;
    const rows = [row(1, '<c r="A1"><v>7</v></c>'), row(2, '<c r="A2"><v>8</v></c>'), row(3, ''), row(4, '')];
    const merged = '<mergeCells><mergeCell ref="A1:A4"/><mergeCell ref="A2:A3"/></mergeCells>';
    const parts = workbookParts({ One: `<sheetData>${rows.join('')}</sheetData>${merged}` });
    expect(await read(parts)).toBe('7,1\r\n8,2\r\n8,3\r\n,4\r\n');
  });
});
