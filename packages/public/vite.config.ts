import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    // Beside the files of the application, under the same address.
    assetsDir: 'assets/public',
    // The server looks up the names of the built files.
    manifest: 'manifest.json',
    rolldownOptions: { input: fileURLToPath(new URL('src/entries/form.ts', import.meta.url)) },
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's policy allows no inline data but pictures.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
});
