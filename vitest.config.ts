import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumOptions } from './packages/product-tests/chromium-options.ts';

const database = 'packages/*/src/**/*.db.test.ts';
const inServers = 'packages/server/src/**/*.db.test.ts';
const outside = ['**/node_modules/**'];

const databaseTests = {
  include: [database],
  exclude: outside,
  // Many of them wait: for a database that is gone, a patience that runs out, a process that ends. Beside the three servers
  // of Citus, four that restore whole products at once outlast the time a test has.
  maxWorkers: process.env.TEST_CITUS_WORKERS === undefined ? 4 : 2,
  // Projects with another number of workers take another turn.
  sequence: { groupOrder: 1 },
  // Node reads our files as they are: transforming them took a fifth of the processor time of a small file.
  experimental: { viteModuleRunner: false },
  // Each file would bring its modules and its database's code anew: a tenth of the processor time of all.
  isolate: false,
};

/** What needs nothing but Node, and what needs a database engine (named so in the file) with and without a server. */
export default defineConfig({
  test: {
    // Patience with a slow machine, no measure of ours: a test that hangs ends some time.
    testTimeout: 120_000 * Math.max(1, Number(process.env.LAWS_RUNS ?? 100) / 100),
    hookTimeout: 120_000,
    setupFiles: fileURLToPath(new URL('packages/testkit/src/law-defaults.ts', import.meta.url)),
    maxWorkers: 2,
    // Files share their process: what one puts in the place of a global is gone before the next test.
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Style sheets that tests read; all others stay empty.
          css: { include: [/tokens\.css/] },
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [database, ...outside],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...databaseTests, name: 'db', exclude: [...outside, inServers] },
      },
      {
        extends: true,
        // A server of a test lives for seconds: optimising its database costs more than it brings.
        test: {
          ...databaseTests,
          name: 'db-servers',
          include: [inServers],
          execArgv: ['--liftoff-only'],
        },
      },
      {
        extends: 'packages/web/vite.config.ts',
        root: 'packages/web',
        // A package that is prepared for the browser only when a test asks for it loads the page anew, in the middle of a test.
        optimizeDeps: {
          include: ['@tanstack/react-query', '@tanstack/react-router', 'temporal-polyfill/global'],
        },
        // What a browser has to draw, in states that are slow to reach through the whole product.
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 2 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 800, height: 600 },
            provider: playwright({ launchOptions: chromiumOptions, contextOptions: { locale: 'en-US' } }),
            instances: [{ browser: 'chromium' }],
            commands: {
              /** What comes of generated forms and answers here, to be compared with the browser. */
              formOutcomes: async (_, count: number) => {
                const { generatedOutcome } = await import('@weft/forms/testing');
                return Array.from({ length: count }, (_, seed) => generatedOutcome(seed));
              },
            },
          },
        },
      },
    ],
  },
});
