import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compute, longestFormula, readFormula } from './formula.ts';

const answers: { readonly [name: string]: number } = { Guests: 3, 'Price (€)': 12.5 };
const result = (text: string) => {
  const formula = readFormula(text);
  return formula.ok ? compute(formula.value, (name) => answers[name] ?? 0) : 'no formula';
};

describe('a formula (L10)', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['12 / 4 / 3', 1],
    ['-2 * -3', 6],
    ['0.1 + 0.2', 0.3],
    ['{{Guests}} * {{Price (€)}}', 37.5],
    ['{{ Nobody }} + 1', 1],
    ['if({{Guests}} >= 3, 100, 20)', 100],
    ['max(1, {{Guests}}, 2) + min(4, 5) + sum(1, 2) + abs(0 - 5)', 15],
    ['round(1.005, 2)', 1.01],
    ['round(2.5)', 3],
    ['1 / 0', null],
    ['0 / 0', null],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  it.each([
    '',
    '1 +',
    '(1',
    '1 2',
    'alert(1)',
    'constructor(1)',
    'round(1, 2, 3)',
    'if(1)',
    '{{A',
    '1e999',
    'x',
    '"a"',
    '('.repeat(40),
    `1${'+1'.repeat(300)}`,
    ' '.repeat(longestFormula + 1),
  ])('%s is none', (text) => {
    expect(result(text)).toBe('no formula');
  });

  it('is read, or is none, whatever is written', () => {
    const piece = fc.constantFrom('1', '+', '(', ')', '{{A}}', 'if(', ',', '-', '/', 'min(', ' ', '=', '<');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const value = result(text);
          expect(value === null || value === 'no formula' || Number.isFinite(value)).toBe(true);
        },
      ),
    );
  });
});
