import { createHash } from 'node:crypto';
import type { IdKind } from '@weft/std';

/** How often an id that is taken by a deleted record is followed by another one. */
export const maxTries = 5;

/** An id that follows from texts: whoever derives it again makes the same record, not a second one. */
export const derivedId = (kind: IdKind, ...of: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(of)).digest('hex');
  return kind + BigInt(`0x${digest}`).toString(36).padStart(21, '0').slice(-21);
};

/** Ids that are the same, one after another, whenever they are made of the same texts: what is sent again is done once. */
export function derivedIds(...of: readonly string[]): (kind: IdKind) => string {
  let made = 0;
  return (kind) => derivedId(kind, ...of, String(made++));
}
