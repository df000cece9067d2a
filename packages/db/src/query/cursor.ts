import { createHash } from 'node:crypto';
import { AppError, invalid } from '@weft/std';

/**
 * Where a page ended: the keys of its last record as the order sees them, so that the next page begins there even when
 * that record was deleted or edited since. Where the keys are too long for a cursor, it names the record instead.
 */
export type Cursor = { readonly keys: readonly unknown[] } | { readonly recordId: string };

/** Most characters of keys in a cursor; a call takes a cursor of 4,096. */
const longestKeys = 3_000;

/** Signature that binds a cursor to its query and detects changes of its text. */
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

/** The record named by a cursor was deleted, and its position with it. */
export const lostPlace = (): AppError =>
  new AppError('conflict', 'The record this page ended with was deleted: read the list again from its start');
