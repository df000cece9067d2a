import {
  anyFieldType,
  type CellValue,
  type Field,
  type FieldEnv,
  isNumberInput,
  numberInputText,
} from '@weft/core';

/** The text an editor opens with: read back it is the same value, so opening a cell alters nothing. */
export function openingText(field: Field, value: CellValue, raw: string | undefined, env: FieldEnv): string {
  if (raw !== undefined) return raw;
  if (value === null) return '';
  switch (field.type) {
    case 'number':
    case 'currency':
      return numberInputText(value as number, field.template.numberFormat, env);
    case 'percent':
      return numberInputText(value as number, field.template.numberFormat, env, 2);
    case 'date':
    case 'datetime':
      return anyFieldType(field.type).format(value, field.template, env);
    default:
      return anyFieldType(field.type).toText(value, field.template);
  }
}

/** Whether the editor takes this text while it is being typed. */
export function takesText(field: Field, text: string, env: FieldEnv): boolean {
  switch (field.type) {
    case 'number':
    case 'currency':
      return isNumberInput(text, field.template.numberFormat, true, env);
    case 'percent':
      return isNumberInput(text, field.template.numberFormat, field.template.allowNegative, env);
    default:
      return true;
  }
}

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

const amounts: ReadonlySet<Field['type']> = new Set(['number', 'currency', 'percent']);
const days: ReadonlySet<Field['type']> = new Set(['date', 'datetime']);

/**
 * The whole text of an editor after a paste, where the type has a word in it (specification 2, section 5); null where
 * the paste is text like any other. `next` is what the box would hold: signs around a number are stripped, what is
 * no number empties the box, and what is no date leaves it as it was.
 */
export function textAfterPaste(
  field: Field,
  { before, pasted, next }: { readonly before: string; readonly pasted: string; readonly next: string },
  env: FieldEnv,
): string | null {
  if (amounts.has(field.type)) {
    if (takesText(field, next, env)) return null;
    const read = anyFieldType(field.type).fromPaste(pasted.trim(), field.template, env);
    return read.ok ? openingText(field, read.value, undefined, env) : '';
  }
  if (days.has(field.type))
    return anyFieldType(field.type).parse(next, field.template, env).ok ? null : before;
  return null;
}

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
