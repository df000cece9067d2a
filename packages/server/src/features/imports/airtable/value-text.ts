import { isPlainObject, joinLabels } from '@weft/core';

const textAt = (value: { readonly [key: string]: unknown }, ...keys: readonly string[]): string | null => {
  for (const key of keys) {
    const found = value[key];
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
};

/** A person as Airtable names them: 'Ada Lovelace <ada@example.org>'. */
function personText(value: { readonly [key: string]: unknown }): string | null {
  const email = textAt(value, 'email');
  if (email === null) return null;
  const name = textAt(value, 'name');
  return name === null ? email : `${name} <${email}>`;
}

/**
 * What a computed cell says in place of a value; null: it holds one. A formula that failed answers `{ error }`, a number
 * that is none `{ specialValue }`.
 */
export const faultText = (value: unknown): string | null =>
  isPlainObject(value) ? textAt(value, 'error', 'specialValue') : null;

/** A value of any of Airtable's types as one text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const texts = value.map(valueText).filter((text) => text !== '');
    return texts.length === 1 ? (texts[0] ?? '') : joinLabels(texts);
  }
  if (!isPlainObject(value)) return String(value);
  return (
    faultText(value) ??
    // What an AI field wrote is null as long as it has written nothing.
    ('state' in value && 'isStale' in value ? valueText(value.value) : null) ??
    personText(value) ??
    textAt(value, 'text', 'filename', 'label', 'name', 'url', 'id') ??
    JSON.stringify(value)
  );
}
