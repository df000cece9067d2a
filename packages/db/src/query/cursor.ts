import { createHash } from 'node:crypto';
import { AppError, invalid } from '@weft/std';

/**
 * Where a page ended: the keys of its last record as the order sees them, so that the next page begins there even when
 * that record was deleted or edited since. Keys too long to travel are those of the record that is named instead.
 */
export type Cursor = { readonly keys: readonly unknown[] } | { readonly recordId: string };

/** Characters of the keys that travel; a call takes a cursor of 4,096. */
const longestKeys = 3_000;

/** Binds a place to the query it belongs to, and tells a changed text from ours. */
const markOf = (identity: string, place: string): string =>
  createHash('sha256').update(`${identity}\n${place}`).digest('base64url').slice(0, 16);

export function writeCursor(identity: string, keys: readonly unknown[], recordId: string): string {
  const packed = Buffer.from(JSON.stringify(keys)).toString('base64url');
  const place = packed.length > longestKeys ? `r${recordId}` : `k${packed}`;
  return `${markOf(identity, place)}.${place}`;
}

/** Throws 'invalid' for a cursor that is not of this query, whose order has `count` keys. */
export function readCursor(identity: string, text: string, count: number): Cursor {
  const [mark, place = ''] = text.split('.');
  const foreign = invalid('cursor', 'The cursor belongs to another list');
  if (mark !== markOf(identity, place)) throw foreign;
  if (place.startsWith('r')) return { recordId: place.slice(1) };
  try {
    const keys: unknown = JSON.parse(Buffer.from(place.slice(1), 'base64url').toString());
    if (Array.isArray(keys) && keys.length === count) return { keys };
  } catch {
    // Refused below.
  }
  throw foreign;
}

/** The record a long cursor names was deleted, and its place with it. */
export const lostPlace = (): AppError =>
  new AppError('conflict', 'The record this page ended with was deleted: read the list again from its start');
