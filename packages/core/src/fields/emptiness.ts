import { ok } from '@weft/std';
import type { Operator } from './field-type.ts';

/** The operators that every kind has: whether the cell is empty. */
export const emptinessOperators = {
  is_empty: { label: 'is empty', needsValue: false, prepare: () => ok((value) => value === null) },
  is_not_empty: { label: 'is not empty', needsValue: false, prepare: () => ok((value) => value !== null) },
} as const satisfies { readonly [name: string]: Operator<unknown, unknown> };
