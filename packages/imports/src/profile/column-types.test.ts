import type { CellValue, Field } from '@weft/core';
import { describe, expect, test } from 'vitest';
import { exportText } from '../export/cell-text.ts';
import { createConverter } from '../file-kinds.ts';
import type { ColumnProfile } from './column-profile.ts';
import { column, times } from './testing.ts';

describe('a type is proposed only when every value survives the round trip', () => {
  const traps: readonly (readonly [string, readonly string[]])[] = [
    ['leading zeros', ['00123', '00124', '45000']],
    ['one leading zero among a thousand numbers', [...times(1500, (i) => `${i + 1}`), '007']],
    ['1e5 part numbers', ['1e5', '2e7', '3e1']],
    ['20-digit ids', ['12345678901234567890', '12345678901234567891']],
    ['13-digit barcodes', ['4006381333931', '4006381333948']],
    ['versions', ['1.2.3', '1.2.4', '2.0.0']],
    ['numbers with a plus', ['+5', '+6']],
    ['minus zero', ['-0', '1']],
    ['exponents of codes', ['1E-05', '2E-07', '3E-10']],
    ['exponents of more digits than a double holds', ['5.741272425349931234e-05', '0.25']],
    ['article numbers like exponents', ['12E5', '13E7', '14E1']],
    ['mixed numbers and words', [...times(50, (i) => `${i}`), 'many']],
    ['markers alone', ['NA', 'n/a', '-']],
    ['dates without an order', ['01/02/2024', '03/04/2024']],
    ['dates of both orders', ['13/02/2024', '02/13/2024']],
    [
      'dates of two programs, one with an open order',
      ['8/17/11 13:08', '12/03/2011 14:36', '11/01/2011 15:20'],
    ],
    ['days that do not exist', ['2024-02-30', '2024-01-01']],
    ['two-digit years whose order is open', ['01/02/24', '03/04/24']],
    ['two-digit years that may stand first', ['09-03-13', '10-04-22']],
    ['versions of two digits', ['10.2.15', '10.13.20']],
    ['months of a year in figures', times(40, (i) => `2011-0${1 + (i % 4)}`)],
    ['months of a year by name', times(40, (i) => ['Jan-11', 'Feb-11', 'Mar-11'][i % 3] ?? '')],
    ['unpadded clock times with seconds', ['9:30:15', '13:45:10', '17:05:00']],
    ['labels that are mostly figures', times(40, (i) => ['18-24', '25-34', '65+'][i % 3] ?? '')],
    ['dates with markers', times(40, (i) => ['2011-01', '2011-02', 'NA'][i % 3] ?? '')],
    [
      'towns with their countries',
      times(
        60,
        (i) => ['Paris, France', 'Lyon, France', 'Bonn, Germany', 'Metz, France'][i % 4] ?? '',
      ).filter((_, i) => i < 11),
    ],
    ['ISO and slash dates', ['2024-01-13', '01/13/2024']],
    ['months of a year', ['1939, May', '1986, October']],
    ['room numbers and set codes', ['Room 12', 'SKU-1204', 'Apt 5']],
    ['times of day', ['09:30', '13:45']],
    ['unpadded times of day', ['9:30', '13:45']],
    ['instants with another offset', ['2024-01-01T10:00:00+02:00', '2024-01-02T10:00:00+02:00']],
    ['instants finer than a millisecond', ['2024-01-01T10:00:00.123456Z']],
    ['two currencies', ['$5', '€6']],
    ['money and plain numbers', ['$5', '6']],
    ['percentages and plain numbers', ['5%', '6']],
    ['words in two spellings', ['Yes', 'yes', 'No', 'no']],
    ['no alone', ['No', 'No', '']],
    ['whole numbers and a list', ['2', '3', '4', '5', '2,2']],
    ['Indian grouping', ['1,23,456', '2,34,567']],
    ['addresses and a note', ['a@example.com', 'b@example.com', 'ask Bob']],
    ['bare hosts', ['example.com', 'example.org']],
    ['many labels', times(200, (i) => `label ${i % 51}`)],
    ['labels used too seldom', ['red', 'green', 'blue', 'red']],
    ['nothing', ['', '', '']],
    ['blanks', [' ', '\t']],
  ];
  for (const [name, values] of traps) {
    test(`${name} stay text`, async () => {
      expect((await column(values)).fieldType).toBe('single_line_text');
    });
  }

  test('ZIP codes and codes named so stay text', async () => {
    expect((await column(['01234', '02139'], 'n')).fieldType).toBe('single_line_text');
    expect((await column(['90210', '10001'], 'ZIP')).fieldType).toBe('single_line_text');
    expect((await column(['90210', '10001'], 'Postal code')).fieldType).toBe('single_line_text');
    expect((await column(['90210', '10001'], 'store_zip')).fieldType).toBe('single_line_text');
    expect((await column(['90210', '10001'], 'item_sku')).fieldType).toBe('single_line_text');
    expect((await column(['12345', '23456'], 'SKU')).fieldType).toBe('single_line_text');
  });
});

describe('types are recognised', () => {
  const typed: readonly (readonly [string, readonly string[], Partial<ColumnProfile>])[] = [
    [
      'whole numbers',
      ['1', '-20', ' 300 ', ''],
      { fieldType: 'number', template: { numberFormat: 'local', grouping: false } },
    ],
    [
      'decimals alike',
      ['1.50', '2.25', '3.00'],
      { fieldType: 'number', template: { decimalPlaces: 2, numberFormat: 'comma_period', grouping: false } },
    ],
    [
      'decimals that differ',
      ['1.5', '2.25', '3'],
      { fieldType: 'number', template: { numberFormat: 'comma_period', grouping: false } },
    ],
    [
      'decimals beyond six',
      ['0.1234567', '0.7654321'],
      { fieldType: 'number', template: { numberFormat: 'comma_period', grouping: false } },
    ],
    ['doubles as programs print them', ['9.779999999999999', '0.30000000000000004'], { fieldType: 'number' }],
    ['eight digits that are no days', ['20111001', '20111002', '20111399'], { fieldType: 'number' }],
    ['exponents of a numeric column', ['1.00E+05', '12.5', '1e-05'], { fieldType: 'number' }],
    [
      'exponents of doubles as programs print them',
      ['5.741272425349931e-05', '3.6140969876899156e-08', '0.25'],
      { fieldType: 'number' },
    ],
    ['a bare point', ['.5', '1.5', '-.25'], { fieldType: 'number' }],
    ['numbers beside markers', ['1', 'NA', '2', '-', 'n/a', '#N/A'], { fieldType: 'number' }],
    ['dates beside markers', ['2024-01-31', 'null', 'NULL'], { fieldType: 'date' }],
    ['two-digit years', ['01/13/24', '02/14/99'], { fieldType: 'date', format: { order: 'mdy' } }],
    [
      'two-digit years with points',
      ['01.02.24', '14.02.99'],
      { fieldType: 'date', format: { order: 'dmy' } },
    ],
    ['text months', ['09-Mar-11', '10-Apr-99'], { fieldType: 'date', format: { order: 'named' } }],
    [
      'days of eight digits',
      ['20111001', '20111102', '19991231'],
      { fieldType: 'date', format: { order: 'compact' } },
    ],
    [
      'thousands',
      ['1,234.50', '1,234,567'],
      { fieldType: 'number', template: { numberFormat: 'comma_period' } },
    ],
    [
      'European numbers',
      ['1.234,5', '7,25'],
      {
        fieldType: 'number',
        template: { numberFormat: 'period_comma' },
        format: { style: 'period_comma' },
      },
    ],
    ['spaced numbers', ['1 234,5', '12 345 678'], { fieldType: 'number', format: { style: 'space_comma' } }],
    [
      'money before',
      ['$1,234.50', '-$5'],
      {
        fieldType: 'currency',
        template: { numberFormat: 'comma_period', currencySymbol: '$' },
      },
    ],
    [
      'money with losses in parentheses',
      ['$3.00', '($1,234.50)', '($3.00)'],
      {
        fieldType: 'currency',
        template: { numberFormat: 'comma_period', currencySymbol: '$' },
      },
    ],
    [
      'money after',
      ['5,50 €', '1.234,00 €'],
      { fieldType: 'currency', format: { style: 'period_comma', symbol: '€', symbolBefore: false } },
    ],
    [
      'percentages',
      ['5%', '12.5 %', '-3%'],
      {
        fieldType: 'percent',
        template: {
          numberFormat: 'comma_period',
          grouping: false,
          showProgressBar: false,
          allowNegative: true,
        },
      },
    ],
    [
      'yes and no',
      ['Yes', 'No', ''],
      { fieldType: 'checkbox', format: { words: { trueWord: 'Yes', falseWord: 'No' } } },
    ],
    [
      'x or nothing',
      ['x', '', 'x'],
      { fieldType: 'checkbox', format: { words: { trueWord: 'x', falseWord: null } } },
    ],
    ['ISO dates', ['2024-01-31', '1999-12-01'], { fieldType: 'date', format: { order: 'ymd' } }],
    [
      'dates with the month first',
      ['1/2/2024', '01/13/2024'],
      { fieldType: 'date', format: { order: 'mdy' } },
    ],
    [
      'dates with the day first',
      ['01.02.2024', '13.02.2024'],
      { fieldType: 'date', format: { order: 'dmy' } },
    ],
    [
      'dates with month names',
      ['5 January 2024', 'Feb 3, 2024'],
      { fieldType: 'date', format: { order: 'named' } },
    ],
    [
      'dates with times',
      ['2024-01-31 10:05', '2024-02-01 23:59:59'],
      { fieldType: 'datetime', format: { order: 'ymd' } },
    ],
    [
      'dates with American times',
      ['1/31/2024 1:05 PM', '2/28/2024 11:00 AM'],
      { fieldType: 'datetime', format: { order: 'mdy' } },
    ],
    ['instants', ['2024-01-31T10:05:00Z', '2024-01-31T10:05:00.125Z'], { fieldType: 'datetime' }],
    ['durations', ['1:05:09', '0:00:30'], { fieldType: 'duration', template: { format: 'h:mm:ss' } }],
    ['durations beyond a day', ['30:15', '1:05'], { fieldType: 'duration', template: { format: 'h:mm' } }],
    ['email addresses', ['a@example.com', 'b.c+d@example.co.uk'], { fieldType: 'email' }],
    ['web addresses', ['https://example.com/a?b=c', 'www.example.org'], { fieldType: 'url' }],
    ['phone numbers', ['+1 555 123 4567', '+44 20 7946 0958'], { fieldType: 'phone_number' }],
    ['American phone numbers', ['(555) 123-4567', '555-123-4567'], { fieldType: 'phone_number' }],
    [
      'labels',
      times(40, (i) => ['red', 'green', 'blue'][i % 3] ?? ''),
      { fieldType: 'single_select', labels: ['red', 'green', 'blue'] },
    ],
    [
      'lists of labels',
      times(60, (i) => ['a', 'a, b', 'b, c', 'c', 'a, c', 'b'][i % 6] ?? ''),
      { fieldType: 'multiple_select', tokens: ['a', 'b', 'c'] },
    ],
    [
      'tags',
      Array.from({ length: 90 }, (_, i) =>
        [`t${i % 30}`, `t${(i * i + Math.floor(i / 30)) % 30}`, `t${(i + 11) % 30}`].slice(0, 1 + (i % 3)),
      ).map((tags) => [...new Set(tags)].join(', ')),
      { fieldType: 'multiple_select' },
    ],
    ['texts with line breaks', ['one\ntwo', 'three'], { fieldType: 'long_text' }],
    ['texts beside a lone line break', ['one', '\n', 'three'], { fieldType: 'long_text' }],
    ['numbers beside a lone line break', ['1', '\n', '3'], { fieldType: 'number' }],
    ['long texts', ['word '.repeat(60), 'x'], { fieldType: 'long_text' }],
  ];
  for (const [name, values, expected] of typed) {
    test(name, async () => expect(await column(values)).toMatchObject(expected));
  }

  test.each([
    [['4006381333931'], 'The one value has 13 digits: an identifier, kept as text'],
    [['4006381333931', '4006381333948'], 'All 2 values have 13 digits: an identifier, kept as text'],
  ])('identifiers of one width: %j', async (values, reason) => {
    expect((await column(values)).reason).toBe(reason);
  });

  test.each([
    [['1.60328E+12'], '1603280000000'],
    [['1.60328E+12', '1.7E+12', '2.000001E+12'], '1603280000000'],
    [['9.0E+11', '1.5E+11'], '900000000000'],
  ])('numbers with an exponent are the same numbers from an export: %j', async (values, first) => {
    const before = await column(values);
    expect(before).toMatchObject({ fieldType: 'number' });
    const field = { id: 'f', name: 'Column', order: 0, type: 'number', template: before.template } as Field;
    const converter = createConverter(field, before.format, { timeZone: 'UTC', newOptionValue: () => 'opt' });
    const exported = values.map((text) => exportText(field, converter.convert(text) as CellValue));
    expect(exported[0]).toBe(first);
    const after = await column(exported);
    expect(after.fieldType).toBe('number');
    const again = createConverter(field, after.format, { timeZone: 'UTC', newOptionValue: () => 'opt' });
    expect(exported.map((text) => again.convert(text))).toEqual(values.map(Number));
  });

  test('identifiers of one width stay text where some end in zeros', async () => {
    expect((await column(['1603280000000', '4006381333931'])).fieldType).toBe('single_line_text');
  });

  test('phone numbers in plain digits, where the column says so', async () => {
    expect((await column(['5551234567', '5559876543'], 'Phone')).fieldType).toBe('phone_number');
  });
});
