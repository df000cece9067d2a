import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';

const web = fileURLToPath(new URL('../../web', import.meta.url));
const pictures = fileURLToPath(new URL('./pictures', import.meta.url));

let server: ViteDevServer;
let address: string;
test.beforeAll(async () => {
  server = await createServer({
    root: web,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  address = server.resolvedUrls?.local[0] ?? '';
});
test.afterAll(() => server.close());

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
    for (const theme of ['light', 'dark']) {
      await page.goto(`${address}gallery.html${kind}&theme=${theme}`);
      await expect(page.getByRole('region', { name: 'Display' })).toBeVisible();
      await page.evaluate('document.fonts.ready');
      const name = `${kind?.split('=')[1]}-${theme}.png`;
      const picture = page.getByRole('article');
      await expect
        .soft(picture)
        .toHaveScreenshot([`chromium-${version}`, name], { maxDiffPixelRatio: 0.002 });
    }
  }
});
