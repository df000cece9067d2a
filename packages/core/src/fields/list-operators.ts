import { deepEqual, ok } from '@weft/std';
import { emptinessOperators } from './emptiness.ts';
import type { Operator } from './field-type.ts';
import { readTexts } from './single-select/single-select.ts';

type Texts = readonly string[];

/** The empty cell is the empty list. */
const comparing = (
  label: string,
  holds: (cell: ReadonlySet<string>, operand: Texts) => boolean,
): Operator<Texts, unknown> => ({
  label,
  needsValue: true,
  prepare(operand) {
    const texts = readTexts(operand);
    if (!texts.ok) return texts;
    const wanted = [...new Set(texts.value)];
    return ok((value) => holds(new Set(value), wanted));
  },
});

/** The operators of the kinds that hold a list of ids: multiple select and linked records. Order and repetition do not matter. */
export const listOperators = {
  has_any_of: comparing('has any of', (cell, operand) => operand.some((item) => cell.has(item))),
  has_all_of: comparing('has all of', (cell, operand) => operand.every((item) => cell.has(item))),
  has_none_of: comparing('has none of', (cell, operand) => !operand.some((item) => cell.has(item))),
  is_exactly: comparing('is exactly', (cell, operand) => deepEqual([...cell].toSorted(), operand.toSorted())),
  ...emptinessOperators,
} as const satisfies { readonly [name: string]: Operator<Texts, unknown> };

/** Item by item, the shorter list first. */
export function compareLists<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (y === undefined) return 1;
    const order = compare(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
