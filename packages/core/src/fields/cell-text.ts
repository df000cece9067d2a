import { err, ok, type Result } from '@weft/std';

/** Bytes of UTF-8 that the text of one cell may take (contract, section 6): 1 MiB. */
export const longestCellText = 1024 * 1024;

/** What PostgreSQL's UTF-8 text can hold: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Bytes a text takes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts 2 of its 4 bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Whether a text takes more bytes than a cell may; a unit takes at most three. */
export const isTooLong = (text: string): boolean =>
  text.length > longestCellText / 3 && utf8Length(text) > longestCellText;

/** The text, when a cell may hold it: at most 1 MiB, no NUL, no lone surrogate. The error is a sentence. */
export function checkCellText(text: string): Result<string> {
  if (isTooLong(text)) return err('A cell holds up to 1 MiB of text');
  if (!isStorableText(text)) return err('The text has characters that cannot be stored');
  return ok(text);
}

/** One line break of any system; CRLF counts once. */
export const lineBreaks = /\r\n|[\n\r\u2028\u2029]/g;

export const hasLineBreak = (text: string): boolean => /[\n\r\u2028\u2029]/.test(text);
