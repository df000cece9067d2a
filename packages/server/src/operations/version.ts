import { readFileSync } from 'node:fs';

/** The version of this Weft. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { readonly version: string }).version);
}
