import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './chromium-options.ts';

const report = process.env.BROWSER_TEST_REPORT;

/** A test mostly waits for a page: three of them at once keep two cores busy. */
export default defineConfig({
  testDir: './src',
  testMatch: '**/*.e2e.ts',
  // What a failure leaves: stays in the repository, ignored by git, until the next run.
  outputDir: '../../test-results',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A busy machine must not refuse a change: a test that passes the second time is named at the end of `npm test`.
  retries: 1,
  // Patience with a slow machine, no measure of ours.
  timeout: 240_000,
  globalTimeout: (process.env.LAWS_RUNS === undefined ? 45 : 60) * 60_000,
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  expect: { timeout: 30_000 },
  reporter: report === undefined ? [['line']] : [['dot'], ['json', { outputFile: report }]],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 30_000,
    // `--trace on` for whoever looks for a cause: recording every test takes a third of their time.
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
});
