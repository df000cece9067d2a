import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const entry = (name: string) => fileURLToPath(new URL(`src/entries/${name}.ts`, import.meta.url));

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The properties `samples` in a tree. */
function samplesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const key = node.type === 'Property' && 'key' in node && isNode(node.key) ? node.key : null;
  if (key !== null && 'name' in key && key.name === 'samples') return [node];
  return Object.values(node).flat().filter(isNode).flatMap(samplesIn);
}

/** Leaves out the samples of types of questions and fields, which tests alone read: a tenth of what a form loads. */
const withoutSamples: Plugin = {
  name: 'without-samples',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /packages\/(forms\/src\/questions|core\/src\/fields)\// },
    handler(code) {
      const found = code.includes('samples') ? samplesIn(this.parse(code)) : [];
      const cut = (text: string, { start, end }: SyntaxNode) =>
        `${text.slice(0, start)}samples: []${text.slice(end)}`;
      return { code: found.toSorted((a, b) => b.start - a.start).reduce(cut, code), map: null };
    },
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [withoutSamples],
  build: {
    outDir: 'dist',
    // Beside the files of the application, under the same address.
    assetsDir: 'assets/public',
    // The server looks up the names of the built files.
    manifest: 'manifest.json',
    rolldownOptions: {
      input: {
        form: entry('form'),
        booking: entry('booking'),
        embed: entry('embed'),
        worker: entry('worker'),
      },
      output: {
        // Other sites name the loader: its address stays the same.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/public/[name]-[hash].js'),
      },
    },
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
});
