import { createHash } from 'node:crypto';
import type { IdKind } from '@weft/std';

/** How often an id that is taken by a deleted record is followed by another one. */
export const maxTries = 5;

/** An id that follows from texts: whoever derives it again makes the same record, not a second one. */
export const derivedId = (kind: IdKind, ...of: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(of)).digest('hex');
  return kind + BigInt(`0x${digest}`).toString(36).padStart(21, '0').slice(-21);
};
