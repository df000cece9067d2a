import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { must } from '@weft/std';

export type PreviewTheme = 'light' | 'dark';
/** The value of a colour of the interface by its name: 'surface', 'option-teal-bg'. */
export type Colors = (name: string) => string;

/** A picture knows nothing of the page around it: the colours of the interface are written into it. */
const css = readFileSync(fileURLToPath(new URL('../../../../ui/src/tokens.css', import.meta.url)), 'utf8');

function colorsOf(theme: PreviewTheme): Colors {
  const block = must(css.split(new RegExp(`^\\[data-theme="${theme}"\\] \\{$`, 'm'))[1]?.split(/^\}$/m)[0]);
  const values = new Map(
    [...block.matchAll(/--w-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
  return (name) => must(values.get(name));
}

export const previewColors: { readonly [T in PreviewTheme]: Colors } = {
  light: colorsOf('light'),
  dark: colorsOf('dark'),
};
