import { invalid } from '@weft/std';
import { z } from 'zod';

const place = z.tuple([z.iso.datetime(), z.string().regex(/^sub[0-9a-z]{21}$/)]);

/** The place in a list of answers that a cursor names. */
export function readCursor(cursor: string): { readonly updatedAt: string; readonly id: string } {
  try {
    const [updatedAt, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { updatedAt, id };
  } catch {
    throw invalid('cursor', 'Not a cursor of this list');
  }
}

export const cursorOf = ({ updatedAt, id }: { readonly updatedAt: string; readonly id: string }): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url');
