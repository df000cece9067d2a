import { anyFieldType, type CellValue, type Field, type FieldEnv } from '@weft/core';
import type { PastedText } from './text/cell-text.ts';
import { cellText } from './text/cell-texts.ts';

/** The text an editor opens with: read back it is the same value, so opening a cell alters nothing. */
export function openingText(field: Field, value: CellValue, raw: string | undefined, env: FieldEnv): string {
  if (raw !== undefined) return raw;
  return value === null ? '' : cellText(field.type).opening(value, field, env);
}

/** Whether the editor takes this text while it is being typed. */
export const takesText = (field: Field, text: string, env: FieldEnv): boolean =>
  cellText(field.type).takes(text, field, env);

/** The cell a typed text makes: a value, the empty cell, or the text itself where it does not fit. */
export function cellOfText(
  field: Field,
  text: string,
  env: FieldEnv,
): { readonly value: CellValue; readonly raw?: string } {
  if (text.trim() === '') return { value: null };
  const parsed = anyFieldType(field.type).parse(text, field.template, env);
  return parsed.ok ? { value: parsed.value } : { value: null, raw: text };
}

/** The whole text of an editor after a paste, where the type has a word in it; null where it is text like any other. */
export const textAfterPaste = (field: Field, paste: PastedText, env: FieldEnv): string | null =>
  cellText(field.type).afterPaste(paste, field, env);

/**
 * The stars a typed text or a key means: '1' then '0' is 10 where there are ten; 0 is none. `undefined` for what is
 * no number of stars.
 */
export function starsOf(text: string, maxRating: number, before: number | null): number | null | undefined {
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const count = text === '0' && before === 1 && maxRating === 10 ? 10 : Number(text);
  if (count > maxRating) return undefined;
  return count === 0 ? null : count;
}
