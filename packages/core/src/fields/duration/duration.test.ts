import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import type { DurationFormat } from '../templates.ts';
import { durationType } from './duration.ts';

describeFieldType(durationType, {
  values: () =>
    fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((milliseconds) => milliseconds / 1000),
    ),
});

describe('a duration', () => {
  const env = { timeZone: 'UTC', locale: 'en-US' };
  const template = { format: 'h:mm' } as const;

  it.each([
    ['90', 90],
    ['1.5', 1.5],
    ['1:30', 5400],
    ['0:90', 5400],
    ['1:30:15', 5415],
    ['1:30:15.5', 5415.5],
    ['1:30:15.05', 5415.05],
    ['1:30:15.005', 5415.005],
    ['100:00', 360_000],
    ['-0:01', -60],
    ['-0:00', 0],
  ])('reads %s as %d seconds', (text, value) => {
    expect(durationType.parse(text, template, env)).toEqual({ ok: true, value });
  });

  it.each(['0:00:60', '0:00:99', '0:00:01.1000', '1:5', '1:30 PM', '1:2:3:4'])(
    'rejects %s: pasted it is empty',
    (text) => {
      expect(durationType.parse(text, template, env).ok).toBe(false);
      expect(durationType.fromPaste(text, template, env)).toEqual({ ok: true, value: null });
    },
  );

  it.each([
    ['h:mm', 5429, '1:30'],
    ['h:mm', 5430, '1:31'],
    ['h:mm:ss', 5415.5, '1:30:16'],
    ['h:mm:ss.s', 59.96, '0:01:00.0'],
    ['h:mm:ss.ss', 1.005, '0:00:01.01'],
    ['h:mm:ss.sss', 86_399.999, '23:59:59.999'],
    ['h:mm:ss', 360_000, '100:00:00'],
    ['h:mm', -90, '-0:02'],
    ['h:mm', -1, '0:00'],
  ] as const)('shows in %s %d as %s', (format: DurationFormat, seconds, shown) => {
    expect(durationType.format(seconds, { format }, env)).toBe(shown);
  });

  it.each([
    [3600, '1:00:00'],
    [5415.25, '1:30:15.25'],
    [-90, '-0:01:30'],
    [1e-9, '0.000000001'],
    [1e15, '1000000000000000'],
  ])('writes %d as %s', (seconds, text) => {
    expect(durationType.toText(seconds, template)).toBe(text);
  });
});
