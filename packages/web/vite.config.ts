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
  '/webhooks/',
  '/assets/public',
];

/** The application, the reference of the API at /docs, and what answers where no server is reached. */
const application = ['index.html', 'docs.html', 'src/entries/service-worker.ts'];
/** Google's file picker. Built with the application, it would cut what both need into chunks, 14 kB more for home. */
const picker = ['google-picker.html'];

/** `vite build` makes the application; with `--mode picker` the window of the picker is added to it. */
export default defineConfig(({ mode }) => ({
  plugins: [react(), tailwindcss()],
  server: {
    proxy: Object.fromEntries(calls.map((path) => [path, { target: server }])),
  },
  build: {
    outDir: 'dist',
    rolldownOptions: {
      input: (mode === 'picker' ? picker : application).map((entry) =>
        fileURLToPath(new URL(entry, import.meta.url)),
      ),
      output: {
        // A worker is known by its address, and looks after the pages beneath it.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    emptyOutDir: mode !== 'picker',
    // The server's policy allows no inline script and the fonts are preloaded as files.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
  },
}));
