import { describe, expect, it } from 'vitest';
import { builtInFormat, sheetFormat } from './number-format.ts';
import { sheetNumberText } from './number-text.ts';

describe('a number of a sheet', () => {
  it.each([
    [1234.5, 'General', '1234.5'],
    [1234.5, '#,##0.00', '1234.5'],
    [0.1 + 0.2, '0.00', '0.30000000000000004'],
    [0.07, '0%', '7%'],
    [-0.25, '0.0%;[Red]-0.0%', '-25%'],
    [660, '"$"#,##0.00', '$660'],
    [-5, '[$€-407] #,##0.00', '-€5'],
    [5, '#,##0.00 [$CHF]', 'CHF5'],
    [5, '"pcs "0', '5'],
    [44_927, 'mm/dd/yyyy', '2023-01-01'],
    [44_927.5, 'yyyy-mm-dd hh:mm', '2023-01-01 12:00'],
    [44_927, 'm/d/yy h:mm', '2023-01-01 00:00'],
    [44_927.75, 'yyyy-mm-dd hh:mm "UTC"', '2023-01-01T18:00:00.000Z'],
    [44_927.000_011_574_1, 'd.m.yyyy', '2023-01-01 00:00:01'],
    [1, 'd-mmm-yy', '1900-01-01'],
    [59, 'd-mmm-yy', '1900-02-28'],
    [61, 'd-mmm-yy', '1900-03-01'],
    [0.5, 'h:mm AM/PM', '12:00'],
    [-1, 'yyyy-mm-dd', '-1'],
    [3_000_000, 'yyyy-mm-dd', '3000000'],
    [1.5, '[h]:mm:ss', '36:00:00'],
    [2, '[Red]#,##0', '2'],
    [2, '[$-409]d mmmm yyyy', '1900-01-02'],
    [4, '"day" 0', '4'],
    [501, '00000', '00501'],
    [-7, '000', '-007'],
    [123_456, '00000', '123456'],
    [1.5, '00', '1.5'],
    [12_345_678, '000-00-0000', '012-34-5678'],
    [123_456_789, '(000)" "000\\-0000', '(012) 345-6789'],
    [14_155_551_234, '(000) 000-0000', '(1415) 555-1234'],
    [-5, '-0', '-5'],
  ])('%d under %s is taken as %s', (value, code, text) => {
    expect(sheetNumberText(value, sheetFormat(code), '1900')).toBe(text);
  });

  it('counts from 1904 where the workbook does', () => {
    expect(sheetNumberText(43_465, sheetFormat('yyyy-mm-dd'), '1904')).toBe('2023-01-01');
  });

  it('takes a time of day as one in both date systems', () => {
    for (const system of ['1900', '1904'] as const) {
      expect(sheetNumberText(8.5 / 24, sheetFormat('h:mm:ss'), system)).toBe('08:30');
      expect(sheetNumberText(0, sheetFormat('hh:mm'), system)).toBe('00:00');
    }
    expect(sheetNumberText(0, sheetFormat('yyyy-mm-dd'), '1904')).toBe('1904-01-01');
    expect(sheetNumberText(8.5 / 24, sheetFormat('yyyy-mm-dd h:mm'), '1904')).toBe('1904-01-01 08:30');
  });

  it('knows formats that are named by number alone', () => {
    expect([9, 14, 22, 46, 0, 4].map((id) => sheetFormat(builtInFormat(id)).kind)).toEqual([
      ...['percent', 'moment', 'moment', 'duration', 'number', 'number'],
    ]);
  });
});
