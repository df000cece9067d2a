import { err, ok } from '@weft/std';
import { emptinessOperators } from '../emptiness.ts';
import type { Operator } from '../field-type.ts';

/** The empty cell compares false, except that it is not equal to anything. */
const comparing = (
  label: string,
  holds: (cell: number, operand: number) => boolean,
  ofEmpty = false,
): Operator<number, unknown> => ({
  label,
  needsValue: true,
  prepare(operand) {
    if (typeof operand !== 'number' || !Number.isFinite(operand))
      return err('needs a number to compare with');
    return ok((value) => (value === null ? ofEmpty : holds(value, operand)));
  },
});

/** The operators of every kind that stores a number; the operand is as stored (percent: a fraction, duration: seconds). */
export const numberOperators = {
  equals: comparing('=', (cell, operand) => cell === operand),
  not_equals: comparing('≠', (cell, operand) => cell !== operand, true),
  greater_than: comparing('>', (cell, operand) => cell > operand),
  greater_than_or_equals: comparing('≥', (cell, operand) => cell >= operand),
  less_than: comparing('<', (cell, operand) => cell < operand),
  less_than_or_equals: comparing('≤', (cell, operand) => cell <= operand),
  ...emptinessOperators,
} as const satisfies { readonly [name: string]: Operator<number, unknown> };
