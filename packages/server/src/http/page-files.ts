import type { PageFiles } from '@weft/public';

interface BuiltFile {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  /** What it shares with other entries. */
  readonly imports?: readonly string[];
}

/** The addresses of the built files a page loads; without a build it has none, and works. */
export function filesOf(
  read: (path: string) => Buffer | null,
  entryName: 'app' | 'booking' | 'card' | 'form' = 'form',
): PageFiles {
  const manifest = read('/manifest.json');
  if (manifest === null) return { scripts: [], styles: [], fonts: [] };
  const built = JSON.parse(manifest.toString()) as { readonly [source: string]: BuiltFile };
  // Styles that two entries share are in a file of their own, and come first.
  const withImports = (name: string): readonly BuiltFile[] => {
    const found = built[name];
    return found === undefined ? [] : [...(found.imports ?? []).flatMap(withImports), found];
  };
  const files = withImports(`src/entries/${entryName}.ts`);
  const address = (file: string) => `/${file}`;
  return {
    scripts: files.slice(-1).map(({ file }) => address(file)),
    styles: [...new Set(files.flatMap(({ css = [] }) => css))].map(address),
    fonts: [...new Set(files.flatMap(({ assets = [] }) => assets))]
      .filter((file) => file.includes('inter-latin-wght'))
      .map(address),
  };
}
