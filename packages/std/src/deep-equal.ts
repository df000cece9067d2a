/** Whether two JSON values are the same; a key with undefined counts as absent. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => deepEqual(item, b[i]))
    );
  }
  // Without lists of entries: a paste compares hundreds of thousands of cells.
  const left = a as { readonly [key: string]: unknown };
  const right = b as { readonly [key: string]: unknown };
  let unmatched = 0;
  for (const key of Object.keys(left)) {
    const value = left[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(right, key) || !deepEqual(value, right[key])) return false;
    unmatched++;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) unmatched--;
  return unmatched === 0;
}
