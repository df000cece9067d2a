import { err, ok } from '@weft/std';
import { isStorableText } from '../cell-text.ts';
import { emptinessOperators } from '../emptiness.ts';
import type { Operator } from '../field-type.ts';
import { fold } from './fold.ts';

type TextOperator = Operator<string, unknown>;

/** Compares folded texts; the empty cell counts as the empty text (query SPEC, T1 and T2). */
function comparing(label: string, holds: (cell: string, operand: string) => boolean): TextOperator {
  return {
    label,
    needsValue: true,
    prepare(operand) {
      if (typeof operand !== 'string') return err('needs a text to compare with');
      if (!isStorableText(operand)) return err('The text has characters that cannot be compared');
      const folded = fold(operand);
      return ok((value) => holds(fold(value ?? ''), folded));
    },
  };
}

/** An address as it is compared: the case of ASCII letters does not count, everything else does. */
const asAddress = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a cell is this very address. Folding would take one person's address for another's (query SPEC, T4). */
const isAddress: TextOperator = {
  label: 'is the address',
  needsValue: true,
  prepare(operand) {
    if (typeof operand !== 'string' || operand === '') return err('needs an address to compare with');
    if (!isStorableText(operand)) return err('The text has characters that cannot be compared');
    const address = asAddress(operand);
    return ok((value) => value !== null && asAddress(value) === address);
  },
};

/** The operators of every text kind. */
export const textOperators = {
  is: comparing('is', (cell, operand) => cell === operand),
  is_not: comparing('is not', (cell, operand) => cell !== operand),
  contains: comparing('contains', (cell, operand) => cell.includes(operand)),
  does_not_contain: comparing('does not contain', (cell, operand) => !cell.includes(operand)),
  starts_with: comparing('starts with', (cell, operand) => cell.startsWith(operand)),
  ends_with: comparing('ends with', (cell, operand) => cell.endsWith(operand)),
  is_address: isAddress,
  ...emptinessOperators,
} as const satisfies { readonly [name: string]: TextOperator };
