import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinLabels, splitLabels } from './label-list.ts';

describe('a list of labels as text', () => {
  it('quotes only what needs it', () => {
    expect(joinLabels(['Red', 'Green'])).toBe('Red, Green');
    expect(joinLabels(['a, b', 'say "hi"'])).toBe('"a, b", "say ""hi"""');
  });

  it('comes back as the same labels', () => {
    const label = fc.string({ minLength: 1, unit: fc.constantFrom('a', ',', '"', ' ', '\n', 'é') });
    fc.assert(
      fc.property(fc.array(label.filter((text) => text.trim() === text)), (labels) => {
        expect(splitLabels(joinLabels(labels))).toEqual(labels);
      }),
    );
  });

  it('reads what people and other programs write', () => {
    expect(splitLabels('Red,Green , ,Blue,')).toEqual(['Red', 'Green', 'Blue']);
    expect(splitLabels('"open, quote')).toEqual(['open, quote']);
    expect(splitLabels('"a" b, c')).toEqual(['a b', 'c']);
    expect(splitLabels('')).toEqual([]);
  });
});
