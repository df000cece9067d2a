import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { expectAccessible } from './expect-accessible.ts';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const pictures = fileURLToPath(new URL('./pictures', import.meta.url));

let server: PreviewServer;
let address: string;
let outDir: string;
test.beforeAll(async () => {
  // Built once: served from its sources, each of the pages would fetch hundreds of modules.
  outDir = mkdtempSync(join(tmpdir(), 'weft-gallery-'));
  const input = join(web, 'gallery.html');
  await build({ root: web, logLevel: 'error', build: { outDir, rolldownOptions: { input } } });
  server = await preview({
    root: web,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  address = server.resolvedUrls?.local[0] ?? '';
});
test.afterAll(async () => {
  await server.close();
  rmSync(outDir, { recursive: true });
});

test('every kind of field looks as it did, in light and dark', async ({ page, browser }) => {
  const version = browser.version().split('.')[0] ?? '';
  // Another Chromium draws letters a little differently: its pictures are made with --update-snapshots.
  test.skip(
    !existsSync(`${pictures}/chromium-${version}`) &&
      ['missing', 'none'].includes(test.info().config.updateSnapshots),
    `There are no pictures of Chromium ${version}`,
  );
  test.setTimeout(600_000);
  // Settings show today in each format.
  await page.clock.setFixedTime('2026-03-14T09:26:53.000Z');
  await page.goto(`${address}gallery.html`);
  const names = await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link').all();
  const kinds = await Promise.all(names.map((link) => link.getAttribute('href')));
  expect(kinds.length).toBeGreaterThan(14);
  for (const kind of kinds) {
    await page.goto(`${address}gallery.html${kind}`);
    await expect(page.getByRole('region', { name: 'Display' })).toBeVisible();
    await page.evaluate('document.fonts.ready');
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
      const name = `${kind?.split('=')[1]}-${theme}.png`;
      const picture = page.getByRole('article');
      await expect
        .soft(picture)
        .toHaveScreenshot([`chromium-${version}`, name], { maxDiffPixelRatio: 0.002 });
    }
  }
});

/** What is said in each state of a part of the pages, and by which role it is found. */
const states = {
  'A list that loads': ['status', 'Loading...'],
  'A list without items': ['text', 'People you invite are listed here.'],
  'A list that could not be loaded': ['button', 'Try again'],
  'A list of two': ['list', 'People'],
  'A list of many': ['text', 'Person 60'],
  'A page that may not be seen': ['text', 'No longer open to you'],
  'Offline, with nothing to send': ['text', 'You can go on editing what is open here.'],
  'Offline, with changes kept on the device': ['text', 'your changes are kept and sent'],
  'Offline, with changes in this tab alone': ['text', '3 changes'],
  'A part on its way': ['status', 'Loading...'],
  'A part that could not be fetched': ['button', 'Try again'],
  'An upload with nothing chosen': ['button', 'Choose file'],
  'An upload of too much': ['text', 'File is too large'],
  'An upload on its way': ['progressbar', 'Uploading orders.csv'],
  'An uploaded file that is read': ['text', 'Looking through every row for names and types…'],
  'An import on its way': ['text', '12,000 of 50,000 records'],
  'An import that stands still': ['text', 'Resume goes on with the import'],
  'An import with values that do not fit': ['link', 'Download report'],
} as const;

test('parts of the pages say what happened in each of their states', async ({ page }) => {
  // The server is out of reach.
  await page.route(`${address}home`, (route) => route.abort());
  await page.goto(`${address}gallery.html?states`);
  const shown = await page.getByRole('region').evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(shown).toEqual(Object.keys(states));
  for (const [name, [role, text]] of Object.entries(states)) {
    const state = page.getByRole('region', { name, exact: true });
    const said = role === 'text' ? state.getByText(text) : state.getByRole(role, { name: text });
    await expect(said.last(), name).toBeVisible();
  }
  await expectAccessible(page, 'the states');
});
