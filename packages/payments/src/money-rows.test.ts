import { describe, expect, it } from 'vitest';
import {
  amountOf,
  type CurrencyCode,
  decimal,
  type Fraction,
  fraction,
  readPrice,
  shares,
  times,
  unitsOf,
  whyNotCharged,
} from './money.ts';
import { type Order, quote } from './quote.ts';

const number = (text: string): Fraction => {
  const read = decimal(text);
  if (read === null) throw new Error(`no number: ${text}`);
  return read;
};
const units = (code: CurrencyCode, text: string) => unitsOf(code, number(text));
const line = (price: string, quantity = 1, ...taxes: readonly string[]): Order['lines'][number] => ({
  ...{ label: price, price: number(price), quantity, taxes: taxes.map(number) },
});
const plain = { percentOff: [], unitsOff: 0, taxIncluded: false, tip: { kind: 'none' } } as const;
const order = (currency: CurrencyCode, lines: Order['lines'], also: Partial<Order> = {}) => {
  const quoted = quote({ ...plain, currency, lines, ...also });
  if (!quoted.ok) throw new Error(quoted.error);
  return quoted.value;
};
const tenth = { percentOff: [number('10')] };

describe('M: exact money', () => {
  it.each([
    ['EUR', '19.99', 1_999],
    ['USD', '4.35', 435],
    ['USD', '1.005', 101],
    ['JPY', '500', 500],
    ['KWD', '5.124', 5_120],
    ['KWD', '5.125', 5_130],
    ['KWD', '5.126', 5_130],
    ['ISK', '5', 500],
    ['HUF', '10.45', 1_045],
    ['TWD', '800.45', 80_045],
    ['MGA', '1500', 1_500],
  ] as const)('M2: %s %s is %i units', (code, text, wanted) => {
    expect(units(code, text)).toBe(wanted);
  });

  it.each([
    ['EUR', '19.999'],
    ['JPY', '1.5'],
    ['ISK', '5.5'],
    ['KWD', '5.124'],
    ['EUR', '1.2.3'],
    ['EUR', '-1'],
    ['EUR', '1e3'],
    ['EUR', '999999999999'],
  ] as const)('M3: %s %s is no price', (code, text) => {
    expect(readPrice(code, text).ok).toBe(false);
  });

  it.each([
    ['EUR', '1,234.50', 123_450],
    ['EUR', '1.234,50', 123_450],
    ['EUR', '1 234,50', 123_450],
    ['CHF', '1’234.50', 123_450],
    ['EUR', '123,456.70', 12_345_670],
    ['EUR', '12,5', 1_250],
    ['EUR', '€2.40', 240],
    ['EUR', '2,40 €', 240],
    ['EUR', 'EUR 2.40', 240],
    ['USD', '$ 2.40', 240],
    ['JPY', '1,000', 1_000],
    ['JPY', '1.000.000', 1_000_000],
    ['ISK', '1.000', 100_000],
    ['UGX', '50,000', 5_000_000],
    ['VND', '250.000', 250_000],
    ['KWD', '5.120', 5_120],
    ['KWD', '1,005.120', 1_005_120],
  ] as const)('M3: %s %s is %i units', (code, text, wanted) => {
    expect(readPrice(code, text)).toEqual({ ok: true, value: wanted });
  });

  it.each([
    ['EUR', '1,500'],
    ['EUR', '1.500'],
    ['EUR', '10,000'],
    ['USD', '999.999'],
    ['KWD', '1,000'],
  ] as const)('M3: of %s %s nobody can say what it is', (code, text) => {
    expect(readPrice(code, text)).toMatchObject({ ok: false, error: expect.stringContaining('two ways') });
  });

  it.each([
    ['EUR', '1,23,456'],
    ['EUR', '1.234.5'],
    ['EUR', '12,34,56'],
    ['EUR', '$5'],
    ['EUR', ''],
    ['EUR', '€'],
    ['EUR', '.50'],
    ['EUR', '1..5'],
    ['JPY', '1234.567'],
  ] as const)('M3: %s %s is no amount', (code, text) => {
    expect(readPrice(code, text).ok).toBe(false);
  });

  it('M5: a half is refunded, and then the rest', () => {
    expect(shares(5, [1, 1])).toEqual([3, 2]);
    expect(shares(3_334, [1, 1, 1])).toEqual([1_112, 1_111, 1_111]);
  });

  it('M2: a computed price is rounded once', () => {
    expect(unitsOf('EUR', times(number('65'), fraction(90, 60)))).toBe(9_750);
    expect(unitsOf('EUR', times(number('65'), fraction(50, 60)))).toBe(5_417);
    const deposit = unitsOf('EUR', times(amountOf('EUR', 9_999), fraction(30, 100)));
    expect([deposit, 9_999 - deposit]).toEqual([3_000, 6_999]);
    expect(unitsOf('EUR', times(times(number('49.99'), number('0.85')), fraction(3)))).toBe(12_747);
  });

  it('M6: what is below the least cannot be charged', () => {
    const refused = (code: CurrencyCode, total: number) => whyNotCharged(code, total) !== null;
    expect([refused('EUR', 49), refused('EUR', 50), refused('JPY', 49), refused('JPY', 50)]).toEqual([
      ...[true, false, true, false],
    ]);
    expect([refused('HUF', 1_045), refused('TWD', 80_045), refused('EUR', 0)]).toEqual([true, false, false]);
  });
});

describe('P: what an order comes to', () => {
  it.each<readonly [what: string, quoted: () => object, wanted: object]>([
    ['0.35 × 7', () => order('USD', [line('0.35', 7)]), { total: 245 }],
    ['8.165 × 2', () => order('USD', [line('8.165', 2)]), { total: 1_633 }],
    ['JPY 333 + 10 %', () => order('JPY', [line('333', 1, '10')]), { tax: 33, total: 366 }],
    [
      'JPY 1999 − 15 %',
      () => order('JPY', [line('1999')], { percentOff: [number('15')] }),
      {
        ...{ discount: 300, total: 1_699 },
      },
    ],
    ['BHD 1.005 × 3', () => order('BHD', [line('1.005', 3)]), { total: 3_020 }],
    ['ISK 1995 − 10 %', () => order('ISK', [line('1995')], tenth), { discount: 20_000, total: 179_500 }],
    [
      'UGX 12345 with 18 %',
      () => order('UGX', [line('12345', 1, '18')], { taxIncluded: true }),
      {
        ...{ tax: 188_300, total: 1_234_500 },
      },
    ],
    [
      'CLP 9990 with 19 %',
      () => order('CLP', [line('9990', 1, '19')], { taxIncluded: true }),
      {
        ...{ tax: 1_595, total: 9_990 },
      },
    ],
    [
      'three lines of 9.99 with 19 %',
      () => {
        const each = line('9.99', 1, '19');
        return order('EUR', [each, each, each], { taxIncluded: true });
      },
      { tax: 480 },
    ],
    [
      'one line of three 9.99 with 19 %',
      () => order('EUR', [line('9.99', 3, '19')], { taxIncluded: true }),
      {
        ...{ tax: 479 },
      },
    ],
    [
      '2.99 with 4 %',
      () => order('EUR', [line('2.99', 1, '4')], { taxIncluded: true }),
      {
        ...{ tax: 12, total: 299 },
      },
    ],
    [
      '24.99 + 10.75 %, and 6.44 untaxed',
      () => order('USD', [line('24.99', 1, '10.75')], { tip: { kind: 'units', units: 644 } }),
      {
        ...{ tax: 269, total: 3_412 },
      },
    ],
    ['6.67 × 2 + 20 %', () => order('GBP', [line('6.67', 2, '20')]), { tax: 267, total: 1_601 }],
    ['16.00 with 20 %', () => order('GBP', [line('16.00', 1, '20')], { taxIncluded: true }), { tax: 267 }],
    [
      '99.99 + 5 % + 9.975 %',
      () => order('CAD', [line('99.99', 1, '5', '9.975')]),
      {
        ...{ tax: 1_497, total: 11_496 },
      },
    ],
    [
      '33.33 − 15 %',
      () => order('EUR', [line('33.33')], { percentOff: [number('15')] }),
      {
        ...{ discount: 500, total: 2_833 },
      },
    ],
    ['80.00 − 10 % − 5.00', () => order('EUR', [line('80')], { ...tenth, unitsOff: 500 }), { total: 6_700 }],
    [
      '119.00 with 19 % − 10 %',
      () => order('EUR', [line('119', 1, '19')], { ...tenth, taxIncluded: true }),
      {
        ...{ total: 10_710, tax: 1_710 },
      },
    ],
    ['3.00 − 5.00', () => order('EUR', [line('3')], { unitsOff: 500 }), { total: 0 }],
    [
      '47.35 and 18 %',
      () => order('USD', [line('47.35')], { tip: { kind: 'rate', percent: number('18') } }),
      { total: 5_587 },
    ],
    [
      'JPY 1234 and 15 %',
      () => order('JPY', [line('1234')], { tip: { kind: 'rate', percent: number('15') } }),
      { total: 1_419 },
    ],
    [
      '20 + 7.5 × 3 + 12.90',
      () => order('EUR', [line('20'), line('7.5', 3), line('12.90')]),
      {
        ...{ total: 5_540 },
      },
    ],
  ])('P1: %s', (_, quoted, wanted) => {
    expect(quoted()).toMatchObject(wanted);
  });

  it('P2: a discount is shared by what lines cost', () => {
    const same = order('EUR', [line('10'), line('10'), line('10')], { unitsOff: 1_000 });
    expect(same.lines.map(({ discount }) => discount)).toEqual([334, 333, 333]);
    const taxed = order('EUR', [line('100', 1, '19'), line('50', 1, '7')], { unitsOff: 2_000 });
    expect(taxed.lines.map(({ discount, tax }) => [discount, tax])).toEqual([
      [1_333, 1_647],
      [667, 303],
    ]);
    expect(taxed.total).toBe(14_950);
    const [, second] = taxed.lines;
    const back = (second?.amount ?? 0) - (second?.discount ?? 0) + (second?.tax ?? 0);
    expect([back, taxed.total - back]).toEqual([4_636, 10_314]);
  });

  it('M4: what comes to less than nothing is refused', () => {
    const negative = { label: 'Formula', price: fraction(-2), quantity: 1, taxes: [] };
    expect(quote({ ...plain, currency: 'EUR', lines: [negative] }).ok).toBe(false);
  });
});
