import type { BaseRecord, Field, FieldKind } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { readForeignTable } from './html.ts';
import { readHtmlTable } from './html-table.ts';
import { planPaste } from './paste.ts';
import { programFixtures, sheet } from './program-fixtures.ts';
import { readTsv } from './tsv.ts';

const env = { timeZone: 'America/New_York', locale: 'en-US' };
const field = (id: string, type: FieldKind, template: object = {}): Field =>
  sampleField(type, template, { id, name: id });
const usual = { decimalPlaces: 2, numberFormat: 'comma_period' };
const day = { dateFormat: 'us', displayTime: false, timeFormat: '12h', displayTimeZone: false };
const fields = [
  field('code', 'single_line_text'),
  field('amount', 'number', usual),
  field('share', 'percent', { ...usual, decimalPlaces: 0, showProgressBar: false, allowNegative: false }),
  field('day', 'date', day),
  field('notes', 'long_text'),
  field('last', 'single_line_text'),
];
const record = (id: string): BaseRecord => ({ id, data: {}, position: 0, createdAt: '', updatedAt: '' });

function pasted(html: string, text: string, into = fields) {
  const cells = readForeignTable(must(readHtmlTable(html)), readTsv(text));
  const plan = planPaste(cells, {
    fields: into,
    records: ['r1', 'r2', 'r3'].map(record),
    rows: 1,
    columns: 1,
    canCreate: true,
    env,
    isEditable: () => true,
    newRecordId: () => 'new',
    newOptionValue: () => 'opt',
  });
  const values: { [record: string]: { [field: string]: unknown } } = { r1: {}, r2: {}, r3: {} };
  for (const { recordId, fieldId, value, raw } of plan.edits) must(values[recordId])[fieldId] = raw ?? value;
  return { cells, values, plan };
}

const exact = new Set(['Excel 2003', 'Google Sheets', 'LibreOffice Calc']);

describe.each(programFixtures)('what $program copies', ({ program, html, text }) => {
  it('has each cell at its own place, merged ones at their first', () => {
    const { cells } = pasted(html, text);
    expect(cells.map((row) => row.map((cell) => cell.text))).toEqual(sheet);
  });

  it('has the same places and texts when the program gives no plain text', () => {
    const { cells } = pasted(html, '');
    expect(cells.map((row) => row.map((cell) => cell.text))).toEqual(sheet);
  });

  it('lands in fields as what it is: digits that were not shown, leading zeros, lines and days', () => {
    const { values, plan } = pasted(html, text);
    expect(values).toEqual({
      r1: {
        code: '007',
        amount: exact.has(program) ? 1234.567 : 1234.57,
        share: exact.has(program) ? 0.253 : 0.25,
        day: '2026-04-03T00:00:00.000Z',
        notes: 'two\nlines',
      },
      r2: { code: 'both', day: '2026-12-31T00:00:00.000Z' },
      r3: { code: '"q" & <b>', amount: -3 },
    });
    expect([plan.created.length, plan.columnsLost, plan.datesKept, plan.emptied]).toEqual([0, 0, 0, 0]);
  });

  it('keeps the text that was shown where a field takes texts', () => {
    const texts = fields.map(({ id }) => field(id, 'long_text'));
    const { values } = pasted(html, text, texts);
    expect(values.r1).toEqual({
      code: '007',
      amount: '1,234.57',
      share: '25%',
      day: '04/03/2026',
      notes: 'two\nlines',
    });
  });
});

describe('a date with its value', () => {
  const cell =
    '<table><tr><td sdval="46115.4375" sdnum="1031;0;TT.MM.JJJJ HH:MM">03.04.2026 10:30</td></tr></table>';
  const sheets =
    '<table><tr><td data-sheets-value=\'{"1":3,"3":46115.4375}\' data-sheets-numberformat=\'{"1":7}\'>3/4/26</td></tr></table>';

  it('is read by its value and not by the order of day and month that was shown', () => {
    const into = [field('at', 'datetime', { ...day, displayTime: true })];
    expect(pasted(sheets, '3/4/26', into).values.r1).toEqual({ at: '2026-04-03T14:30:00.000Z' });
    const zoned = [field('at', 'datetime', { ...day, displayTime: true, timezone: 'Asia/Tokyo' })];
    expect(pasted(sheets, '3/4/26', zoned).values.r1).toEqual({ at: '2026-04-03T01:30:00.000Z' });
    expect(pasted(cell, '03.04.2026 10:30', [field('on', 'date', day)]).values.r1).toEqual({
      on: '2026-04-03T00:00:00.000Z',
    });
  });
});

describe('a table among other text', () => {
  const page = '<h1>Prices</h1><table><tr><td>a</td><td rowspan=2>b</td></tr><tr><td>c</td></tr></table>';

  it('is read from the plain text, which has all of it', () => {
    expect(pasted(page, 'Prices\na\tb\nc').cells.map((row) => row.map((cell) => cell.text))).toEqual([
      ['Prices'],
      ['a', 'b'],
      ['c'],
    ]);
  });

  it('is the table where there is nothing else, whatever the plain text makes of it', () => {
    const alone = page.replace('<h1>Prices</h1>', ' \n&nbsp;');
    expect(pasted(alone, 'a\tb\nc').cells.map((row) => row.map((cell) => cell.text))).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
  });
});
