import { z } from 'zod';

/** Largest text of one cell, in UTF-8 bytes. */
export const maxTextBytes = 1024 * 1024;

/** UTF-8 bytes of a text. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes: two for each half.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Why a text cannot be stored, or null when it can: NUL, lone surrogates, more than `maxTextBytes`. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'Text cannot contain a NUL character';
  if (!text.isWellFormed()) return 'Text contains half of a surrogate pair';
  if (text.length > maxTextBytes / 3 && utf8Bytes(text) > maxTextBytes) return 'Text is longer than 1 MiB';
  return null;
}

/** A text that can be stored, at most `max` UTF-16 units. */
export const storableText = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((text, context) => {
      const fault = textFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    });
