import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { newBase } from './databases.ts';
import { cell, emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

/** What each page reads, and the file of its own code, in whose place nothing comes until all of it was asked for. */
const pages = [
  {
    path: '/home',
    code: 'HomePage',
    reads: ['/admin/flows', '/rpc/import.interrupted', '/v1/organizations', '/workspaces/'],
  },
  {
    path: '/home/starred',
    code: 'StarredPage',
    reads: ['/admin/flows', '/v1/organizations', '/workspaces/'],
  },
  { path: '/home/trash', code: 'TrashPage', reads: ['/admin/flows', '/v1/organizations', '/workspaces/'] },
  {
    path: '/settings/members',
    code: 'SettingsPage',
    reads: ['/v1/invitations', '/v1/organizations', '/v1/people', '/workspaces/'],
  },
  {
    path: '/home/scheduling',
    code: 'SchedulingPage',
    reads: [
      ...['/admin/flows', '/v1/admin/scheduling/getUserCalendars', '/v1/organizations', '/v1/people'],
      '/workspaces/',
    ],
  },
  {
    path: '/home/scheduling/availability',
    code: 'AvailabilityPage',
    reads: ['/v1/admin/scheduling/getUserCalendars', '/v1/organizations', '/v1/people', '/workspaces/'],
  },
  {
    path: '/home/scheduling/calendars',
    code: 'CalendarsPage',
    reads: [
      ...['/rpc/scheduling.apps', '/v1/admin/scheduling/getUserCalendars', '/v1/organizations'],
      '/workspaces/',
    ],
  },
  {
    path: '/home/integrations',
    code: 'IntegrationsPage',
    reads: ['/rpc/integrations.catalogue', '/rpc/integrations.services', '/v1/organizations', '/workspaces/'],
  },
  { path: '/invite/some-code', code: 'InvitePage', reads: ['/v1/invitations/some-code', '/v1/visitor'] },
] as const;

test('a page asks for what it shows beside its code, all at once', async ({ page, product }) => {
  const session = await signUp(product.url, 'Ines Moreau', emailOf('Ines Moreau'));
  await newBase(session);
  await sitDown(page, session);
  for (const { path, code, reads } of pages)
    await test.step(path, async () => {
      const asked = new Set<string>();
      const ready = Promise.withResolvers<void>();
      const note = (url: string) => {
        asked.add(new URL(url).pathname);
        if (reads.every((read) => asked.has(read))) ready.resolve();
      };
      page.on('request', (request) => note(request.url()));
      await page.route(`**/assets/${code}-*.js`, async (route) => {
        await ready.promise;
        await route.continue();
      });
      await page.goto(path);
      await ready.promise;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      page.removeAllListeners('request');
      await page.unrouteAll({ behavior: 'wait' });
    });
});

/** The scripts that a page asks for until it is usable, with their bytes as `gzip -9` sends them. */
async function scriptsOf(page: Page, open: () => Promise<void>): Promise<Map<string, number>> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked = new Set<string>();
  const note = (request: { url(): string }) => {
    if (new URL(request.url()).pathname.endsWith('.js')) asked.add(request.url());
  };
  page.on('request', note);
  await open();
  page.off('request', note);
  const scripts = await Promise.all(
    [...asked].map(async (url): Promise<[string, number]> => {
      const body = await (await page.request.get(url)).body();
      return [url, gzipSync(body, { level: 9 }).length];
    }),
  );
  return new Map(scripts);
}

/** Most kB of JavaScript: the bench's limits are 200 and 150, and what grows meets these first. */
const most = { home: 190, gridOnTop: 140, form: 45 };

const kilobytes = (scripts: Map<string, number>): number =>
  [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000;

test('home and the grid load no more JavaScript than their share', async ({ page, atCsv }) => {
  await atCsv('Olga Vind', 'Order,Metres\nRunners,12\nTowels,7\n');
  const address = page.url();
  const home = await scriptsOf(page, async () => {
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Test' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
  });
  const grid = await scriptsOf(page, async () => {
    await page.goto(address);
    await expect(cell(page, 1, 1)).toHaveText('Runners');
  });
  for (const url of home.keys()) grid.delete(url);
  expect(home.size, 'scripts of home').toBeGreaterThan(10);
  expect(kilobytes(home), 'kB of home').toBeLessThanOrEqual(most.home);
  expect(grid.size, 'scripts of the grid').toBeGreaterThan(5);
  expect(kilobytes(grid), 'kB of the grid on top').toBeLessThanOrEqual(most.gridOnTop);
});

test('a form that asks everything loads no more JavaScript than its share', () => {
  const folder = fileURLToPath(new URL('../../public/dist/assets/public/', import.meta.url));
  // Pages of apps, orders and bookings and the service worker are no part of a form.
  const files = readdirSync(folder).filter((file) => /^(?!app|booking|card|worker).*\.js$/.test(file));
  const sizes = files.map(
    (file) => [file, gzipSync(readFileSync(folder + file), { level: 9 }).length] as const,
  );
  expect(sizes.length, 'scripts of a form').toBeGreaterThan(5);
  expect(kilobytes(new Map(sizes)), 'kB of a form').toBeLessThanOrEqual(most.form);
});
