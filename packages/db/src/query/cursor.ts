import { createHash } from 'node:crypto';
import { invalid } from '@weft/std';

/** Where a page ended: the id of its last record, bound to the query it belongs to. */
export interface Cursor {
  readonly recordId: string;
}

const markOf = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 16);

export const writeCursor = (identity: string, recordId: string): string => `${markOf(identity)}.${recordId}`;

/** Throws 'invalid' for a cursor that is not of this query. */
export function readCursor(identity: string, text: string): Cursor {
  const [mark, recordId] = text.split('.');
  if (mark !== markOf(identity) || recordId === undefined)
    throw invalid('cursor', 'The cursor belongs to another list');
  return { recordId };
}
