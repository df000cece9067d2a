import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `npm run dev` starts beside this. */
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const calls = [
  '/rpc',
  '/api',
  '/v1',
  '/admin',
  '/csvupload',
  '/fileupload',
  '/fileupload',
  '/files',
  '/healthz',
  '/openapi.json',
  '/metrics',
  // Published pages, as they were built last.
  '/t/',
  '/assets/public',
];

export default defineConfig({
  plugins: [react(), tailwindcss()],
  server: {
    proxy: Object.fromEntries(calls.map((path) => [path, { target: server }])),
  },
  build: {
    outDir: 'dist',
    rolldownOptions: {
      // The application, the reference of the API at /docs, Google's file picker, and what answers where no server is reached.
      input: ['index.html', 'docs.html', 'google-picker.html', 'src/entries/service-worker.ts'].map((entry) =>
        fileURLToPath(new URL(entry, import.meta.url)),
      ),
      output: {
        // A worker is known by its address, and looks after the pages beneath it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    emptyOutDir: true,
    // The server's policy allows no inline script and the fonts are preloaded as files.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
  },
});
