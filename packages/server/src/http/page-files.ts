import type { PageFiles } from '@weft/public';

/** The addresses of the built files a page loads; without a build it has none, and works. */
export function filesOf(
  read: (path: string) => Buffer | null,
  entryName: 'form' | 'booking' = 'form',
): PageFiles {
  const manifest = read('/manifest.json');
  if (manifest === null) return { scripts: [], styles: [], fonts: [] };
  const entries = JSON.parse(manifest.toString()) as {
    readonly [source: string]: {
      readonly file: string;
      readonly css?: readonly string[];
      readonly assets?: readonly string[];
    };
  };
  const entry = entries[`src/entries/${entryName}.ts`];
  const address = (file: string) => `/${file}`;
  return {
    scripts: entry === undefined ? [] : [address(entry.file)],
    styles: (entry?.css ?? []).map(address),
    fonts: (entry?.assets ?? []).filter((file) => file.includes('inter-latin-wght')).map(address),
  };
}
