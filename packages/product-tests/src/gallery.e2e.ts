import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';

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
