import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const entry = (name: string) => fileURLToPath(new URL(`src/entries/${name}.ts`, import.meta.url));

export default defineConfig({
  publicDir: false,
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
