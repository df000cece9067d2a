/** Loads a page that reckons with dates; browsers that have no `Temporal` of their own get one first. */
export async function withTemporal<Page>(load: () => Promise<Page>): Promise<Page> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  return load();
}
