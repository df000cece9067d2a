import { ok } from '@weft/std';
import { emptinessOperators } from '../emptiness.ts';
import type { Operator } from '../field-type.ts';
import type { DateTemplate } from '../templates.ts';
import { dateRange, type InstantRange } from './date-range.ts';

/** Stored dates are all of one shape, so their texts order as their instants do. The empty cell is on no day. */
const comparing = (
  label: string,
  holds: (cell: string, range: InstantRange) => boolean,
  ofEmpty = false,
): Operator<string, DateTemplate> => ({
  label,
  needsValue: true,
  prepare(operand, template, env) {
    const range = dateRange(operand, template, env);
    if (!range.ok) return range;
    return ok((value) => (value === null ? ofEmpty : holds(value, range.value)));
  },
});

const within = (cell: string, { from, to }: InstantRange): boolean => cell >= from && cell < to;

/** The operators of date and datetime: they compare with the range that the operand covers (`dateRange`). */
export const dateOperators = {
  is: comparing('is', within),
  is_not: comparing('is not', (cell, range) => !within(cell, range), true),
  is_before: comparing('is before', (cell, { from }) => cell < from),
  is_after: comparing('is after', (cell, { to }) => cell >= to),
  is_on_or_before: comparing('is on or before', (cell, { to }) => cell < to),
  is_on_or_after: comparing('is on or after', (cell, { from }) => cell >= from),
  is_within: comparing('is within', within),
  ...emptinessOperators,
} as const satisfies { readonly [name: string]: Operator<string, DateTemplate> };
