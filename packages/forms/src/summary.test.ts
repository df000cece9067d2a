import { type CellValue, defaultTemplate, type FieldShape } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldTally } from './summary.ts';

const text = { type: 'single_line_text', template: {} } as FieldShape;
const choices = {
  type: 'multiple_select',
  template: {
    options: [
      { value: 'a', label: 'Red' },
      { value: 'b', label: 'Blue' },
    ],
  },
} as unknown as FieldShape;

const summed = (field: FieldShape, values: readonly Parameters<FieldTally['add']>[0][]) => {
  const tally = new FieldTally(field);
  for (const value of values) tally.add(value);
  return tally.summary;
};

describe('the summary of a question', () => {
  it('counts each choice by its id, also what nobody took', () => {
    const { answered, bars } = summed(choices, [['a'], ['a'], null, undefined]);
    expect(answered).toBe(2);
    expect(bars).toEqual([
      { label: 'Red', count: 2 },
      { label: 'Blue', count: 0 },
    ]);
  });

  it('orders the choices of a ranking by their average place', () => {
    const tally = new FieldTally(choices);
    expect(tally.ranked.map(({ place }) => place)).toEqual([undefined, undefined]);
    for (const value of [
      ['b', 'a'],
      ['b', 'a'],
      ['a', 'b'],
    ])
      tally.add(value);
    expect(tally.ranked).toEqual([
      { label: 'Blue', count: 3, place: 4 / 3 },
      { label: 'Red', count: 3, place: 5 / 3 },
    ]);
    tally.remove(['b', 'a']);
    expect(tally.ranked.map(({ label, place }) => [label, place])).toEqual([
      ['Red', 1.5],
      ['Blue', 1.5],
    ]);
  });

  it('writes numbers as a cell of their field does', () => {
    const percent = { type: 'percent', template: defaultTemplate('percent') } as FieldShape;
    expect(summed(percent, [0.125, 0.5]).bars.map(({ label }) => label)).toEqual(['12.5%', '50%']);
    const number = { type: 'number', template: defaultTemplate('number') } as FieldShape;
    expect(summed(number, [1e-7, 2]).bars.map(({ label }) => label)).toEqual(['0.0000001', '2']);
  });

  it('is after taking answers back what it was before them, or says that it does not know', () => {
    const values = fc.constantFrom<CellValue>(null, true, false, 1, 2, 3, 4, 5);
    fc.assert(
      fc.property(fc.array(values), fc.array(values), (kept, gone) => {
        const tally = new FieldTally(text);
        for (const value of [...kept, ...gone]) tally.add(value);
        if (gone.every((value) => tally.remove(value))) expect(tally.summary).toEqual(summed(text, kept));
      }),
    );
  });

  it('gives numbers in their order, with average, least and most', () => {
    expect(summed(text, [5, 1, 5])).toEqual({
      answered: 3,
      bars: [
        { label: '1', count: 1 },
        { label: '5', count: 2 },
      ],
      average: 11 / 3,
      least: 1,
      most: 5,
    });
  });

  it('draws no bars for many numbers, and quotes no text', () => {
    const many = summed(
      text,
      Array.from({ length: 100 }, (_, n) => n),
    );
    expect([many.bars, many.average, many.most]).toEqual([[], 49.5, 99]);
    expect(summed(text, ['secret', 'words'])).toMatchObject({ answered: 2, bars: [], average: null });
  });

  it('counts ticks', () => {
    expect(summed(text, [true, true]).bars).toEqual([{ label: 'Yes', count: 2 }]);
  });
});
