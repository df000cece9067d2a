import type { Fragment } from '../fields/sql-field-type.ts';

/** A fragment as a statement: each `?` becomes the next `$n`. Our own SQL has no other question marks. */
export function statement({ text, values }: Fragment): {
  readonly text: string;
  readonly params: readonly unknown[];
} {
  let n = 0;
  return { text: text.replaceAll('?', () => `$${++n}`), params: values };
}
