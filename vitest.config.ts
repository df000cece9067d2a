import { defineConfig } from 'vitest/config';

const database = 'packages/*/src/**/*.db.test.ts';

/** Two projects: what needs nothing but Node, and what needs a database engine (named so in the file). */
export default defineConfig({
  test: {
    // Patience with a slow machine, no measure of ours: a test that hangs ends some time.
    testTimeout: 120_000 * Math.max(1, Number(process.env.LAWS_RUNS ?? 100) / 100),
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Style sheets that tests read; all others stay empty.
          css: { include: [/tokens\.css/] },
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [database, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        // Many of them wait: for a database that is gone, a patience that runs out, a process that ends.
        test: { name: 'db', include: [database], exclude: ['**/node_modules/**'], maxWorkers: 4 },
      },
    ],
  },
});
