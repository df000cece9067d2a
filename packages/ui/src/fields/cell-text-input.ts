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
    case 'rating':
      return /^\d{0,2}$/.test(text);
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
