/** The beginning of a text, at most so many UTF-16 units, without half of a character at its end. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '');

/** A text without what a database cannot store: NUL and halves of characters. */
const storableText = (text: string): string => text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '');

/** What a service told, with texts that can be stored wherever they stand. */
export function storable<T>(given: T): T {
  if (typeof given === 'string') return storableText(given) as T;
  if (Array.isArray(given)) return given.map(storable) as T;
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, storable(value)])) as T;
}
