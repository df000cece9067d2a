import { describe, expect, test } from 'vitest';
import { column, times } from './testing.ts';

describe('a list of choices is told from texts by limits', () => {
  const labels = (different: number, cells: number, length = 5): string[] =>
    times(cells, (i) => `l${i % different}`.padEnd(length, 'x'));
  const limits: readonly (readonly [string, readonly string[], string])[] = [
    ['a handful, each used three times', labels(12, 36), 'single_select'],
    ['a handful, used less', labels(12, 35), 'single_line_text'],
    ['more than a handful, each used ten times', labels(13, 130), 'single_select'],
    ['more than a handful, used less', labels(13, 129), 'single_line_text'],
    ['fifty', labels(50, 500), 'single_select'],
    ['fifty-one, however often', labels(51, 5100), 'single_line_text'],
    ['one alone', labels(1, 100), 'single_line_text'],
    ['labels of 80 characters', labels(2, 20, 80), 'single_select'],
    ['labels of 81 characters', labels(2, 20, 81), 'single_line_text'],
    ['half of them numbers', times(40, (i) => ['12', 'low', '7', 'high'][i % 4] ?? ''), 'single_line_text'],
    [
      'few of them numbers',
      times(50, (i) => ['12', 'low', 'mid', 'high', 'top'][i % 5] ?? ''),
      'single_select',
    ],
  ];
  for (const [name, values, expected] of limits)
    test(name, async () => expect((await column(values)).fieldType).toBe(expected));
});

test('a column shows as many decimals as later values have where it had none, or not the same', async () => {
  const decimalsOf = async (...values: string[]) =>
    (await column(values)).template as { readonly decimalPlaces?: number };
  expect(await decimalsOf('3', '12', '7')).not.toHaveProperty('decimalPlaces');
  expect(await decimalsOf('3', '2.75', '7.5')).not.toHaveProperty('decimalPlaces');
  expect(await decimalsOf('€3', '€12', '€7')).not.toHaveProperty('decimalPlaces');
  expect(await decimalsOf('3.50', '12.00', '7.25')).toHaveProperty('decimalPlaces', 2);
});

describe('the reason is told', () => {
  test('how numbers and dates are written', async () => {
    const reasonOf = async (...values: string[]) => (await column(values)).reason;
    expect(await reasonOf('1.234,5', '7,25')).toBe(
      'All 2 values are numbers with up to 2 decimals, decimal comma',
    );
    expect(await reasonOf('1,234', '1,234,567')).toBe('All 2 values are whole numbers, comma for thousands');
    expect(await reasonOf('12 345', '1 234')).toBe('All 2 values are whole numbers, space for thousands');
    expect(await reasonOf('1,50 €', '2,75 €')).toBe('All 2 values are amounts in €, decimal comma');
    expect(await reasonOf('13.02.2024', '01.02.2024')).toBe(
      'All 2 values are dates, day first, because of “13.02.2024”',
    );
    expect(await reasonOf('02/13/2024', '01/02/2024')).toBe(
      'All 2 values are dates, month first, because of “02/13/2024”',
    );
    expect(await reasonOf('2024-02-13', '2024-01-02')).toBe('All 2 values are dates, year first');
    expect(await reasonOf('12', 'twelve', '13', 'n/a', '9', 'ten', '8')).toBe(
      'Numbers or dates, except 2 of 6 values: “twelve”, “ten”',
    );
    expect(await reasonOf('1,23,456', '12', '1.234,5', '13', '+14')).toBe(
      'Numbers in two ways of writing, as “1,23,456” and “1.234,5”',
    );
  });
  test('which century two-digit years are in, where spreadsheets read another', async () => {
    const asked = async (...values: string[]) => {
      const { fieldType, reason, confidence } = await column(values);
      expect(fieldType).toBe('date');
      // The review asks for a look at what is as doubtful as this.
      return confidence <= 0.6 ? reason : '';
    };
    expect(await asked('12/30/47', '01/31/50', '05/26/71')).toBe(
      '19xx or 20xx? “01/31/50” is read as 2050. All 3 values are dates, month first, because of “12/30/47”',
    );
    expect(await asked('12-Mar-47', '1-Jan-99')).toMatch(/^19xx or 20xx\? “12-Mar-47” is read as 2047\. /);
    expect(await asked('12/30/29', '01/31/01', '05/26/69')).toBe('');
    expect(await asked('12/30/2047', '01/31/2050')).toBe('');
  });
  test('what comes with a type: markers, short years, what an export writes differently', async () => {
    const notesOf = async (...values: string[]) => (await column(values)).notes;
    expect(await notesOf('1', 'NA', '2', 'NA', '-')).toEqual(['“NA”, “-” in 3 cells stay as text']);
    expect(await notesOf('1', 'NA')).toEqual(['“NA” in 1 cell stays as text']);
    expect(await notesOf('31/12/99')).toEqual([
      'Two-digit years 69 to 99 are 19xx, 00 to 68 are 20xx',
      '1 cell is written differently in an export, such as “31/12/99” as “1999-12-31”; the value is the same',
    ]);
    expect(await notesOf('1,234.50', '7')).toEqual([
      '1 cell is written differently in an export, such as “1,234.50” as “1234.5”; the value is the same',
    ]);
    expect(await notesOf(...times(12, (i) => ['END', 'End', 'Start'][i % 3] ?? ''))).toEqual([
      '“END” and “End” differ only in upper and lower case',
    ]);
    expect(await notesOf('1', '2')).toEqual([]);
  });
  test('what does not fit is counted and shown, with its row and line', async () => {
    const { reason, alternatives } = await column([
      ...times(30, (i) => `2024-01-${10 + (i % 20)}`),
      'Unknown',
      'Unknown',
      'soon',
    ]);
    expect(reason).toBe('3 of 33 values are not dates: “Unknown”, “soon”');
    const date = alternatives.find((each) => each.fieldType === 'date');
    expect(date?.unfit).toEqual({
      count: 3,
      atLeast: false,
      first: [
        { row: 31, line: 32, value: 'Unknown' },
        { row: 33, line: 34, value: 'soon' },
      ],
    });
  });
  test('an open order asks, and offers both', async () => {
    const { reason, alternatives } = await column(['01/02/2024', '03/04/2024']);
    expect(reason).toBe('Day or month first? Every value fits both orders');
    const orders = alternatives.filter((each) => each.fieldType === 'date' && each.unfit.count === 0);
    expect(orders.map((each) => each.format.order)).toEqual(['mdy', 'dmy']);
  });
  test('an open decimal sign asks in a file parted by semicolons', async () => {
    const { reason, fieldType, alternatives } = await column(['1.234', '5.678'], 'n', ';');
    expect(fieldType).toBe('single_line_text');
    expect(reason).toBe('Thousands or decimals? Every value fits both, as in “1.234”');
    expect(
      alternatives.filter((each) => each.fieldType === 'number').map((each) => each.format.style),
    ).toEqual(['comma_period', 'period_comma']);
  });
  test('plain sentences', async () => {
    expect((await column(times(6896, (i) => `${i + 1}`))).reason).toBe('All 6,896 values are whole numbers');
    expect((await column(['00123'])).reason).toBe('Leading zeros kept');
    expect((await column([''])).reason).toBe('No values');
  });
});
