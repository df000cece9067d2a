import { defineConfig } from 'vitest/config';

/** Three worlds: pure and process tests, tests that need a database engine, and jsdom-free UI models. */
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts'],
    exclude: ['**/*.e2e.ts', '**/node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
