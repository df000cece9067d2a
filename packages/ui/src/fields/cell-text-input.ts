import { anyFieldType, type CellValue, type Field, type FieldEnv } from '@weft/core';
import type { PastedText } from './cell-text.ts';
import { gridKind } from './grid-kinds.ts';

/** The text an editor opens with: read back it is the same value, so opening a cell alters nothing. */
export function openingText(field: Field, value: CellValue, raw: string | undefined, env: FieldEnv): string {
  if (raw !== undefined) return raw;
  return value === null ? '' : gridKind(field.type).text.opening(value, field, env);
}

/** Whether the editor takes this text while it is being typed. */
export const takesText = (field: Field, text: string, env: FieldEnv): boolean =>
  gridKind(field.type).text.takes(text, field, env);

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
  gridKind(field.type).text.afterPaste(paste, field, env);
