/** Hexadecimal digits of a copy's number in its id. */
export const copiedIdDigits = 7;

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** What the ids of a copied table's fields, views or records begin with: its time, and five digits of its own. */
export const copiedIdPrefix = (kind: 'fld' | 'viw' | 'rec', tableId: string): string =>
  kind + tableId.slice(3, 12) + (hash(tableId) % 36 ** 5).toString(36).padStart(5, '0');

/**
 * The id of the n-th thing of a copied table. It follows from the table's id and the thing's place, so that the
 * browser, the database and a replay of the log come to the same ids, and a million records need none made up.
 */
export const copiedId = (kind: 'fld' | 'viw' | 'rec', tableId: string, n: number): string =>
  copiedIdPrefix(kind, tableId) + n.toString(16).padStart(copiedIdDigits, '0');
