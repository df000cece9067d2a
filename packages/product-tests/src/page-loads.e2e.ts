import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { newBase } from './databases.ts';
import { emailOf } from './people.ts';
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
