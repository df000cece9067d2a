import { type BrowserContext, expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { call, cell, saved, signUp } from './people.ts';
import { test } from './product-test.ts';

/** The address of a new database with one table of three records. */
async function newBase(page: Page, name: string): Promise<string> {
  const made = await call<{ basePublicIdentifier: string }>(page, '/admin/bases', { baseName: name });
  const basePublicId = made.basePublicIdentifier;
  await call(page, '/rpc/metadata.create', { basePublicId, createDefaultRecords: true });
  return `/database/${basePublicId}`;
}

/** Counts the streams of changes that the tabs of a browser ask for and hold. */
function watchStreams(context: BrowserContext) {
  const open = new Map<object, Page>();
  const watched = { asked: 0, open: () => open.size };
  const isStream = (url: string) => url.includes('/rpc/base.changes');
  context.on('request', (request) => {
    if (!isStream(request.url())) return;
    watched.asked++;
    open.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  context.on('page', (page) =>
    page.on('close', () => {
      for (const [request, of] of open) if (of === page) open.delete(request);
    }),
  );
  return watched;
}

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(address);
  await expect(cell(page, 3, 1)).toBeVisible();
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await cell(page, 1, 1).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await saved(page);
}

test('eight tabs of one base share one stream, whichever of them closes or sleeps', async ({
  page: home,
}) => {
  await signUp(home, 'Ann Linde');
  const address = await newBase(home, 'Orders');
  const streams = watchStreams(home.context());
  const tabs: Page[] = [];
  for (let i = 0; i < 8; i++) tabs.push(await openTab(home.context(), address));

  await write(must(tabs[5]), 'Table runners');
  for (const page of tabs) await expect(cell(page, 1, 1)).toHaveText('Table runners');
  expect(streams.asked).toBe(1);

  // The first tab opened the stream: it goes, and the next one goes on.
  await must(tabs.shift()).close();
  await write(must(tabs[6]), 'Tea towels');
  for (const page of tabs) await expect(cell(page, 1, 1)).toHaveText('Tea towels');
  expect(streams.open()).toBe(1);
  expect(streams.asked).toBe(2);

  // The browser puts the leading tab to sleep; what it missed is there when it wakes.
  const sleeping = must(tabs[0]);
  const control = await sleeping.context().newCDPSession(sleeping);
  await control.send('Page.setWebLifecycleState', { state: 'frozen' });
  await write(must(tabs[6]), 'Bath towels');
  for (const page of tabs.slice(1)) await expect(cell(page, 1, 1)).toHaveText('Bath towels');
  await control.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(cell(sleeping, 1, 1)).toHaveText('Bath towels');
  await expect.poll(() => streams.open()).toBe(1);
});

test('tabs of two bases hold a stream each, those of five share three, and each sees what others change', async ({
  page: home,
}) => {
  await signUp(home, 'Ben Okafor');
  const addresses: string[] = [];
  for (let i = 0; i < 5; i++) addresses.push(await newBase(home, `Base ${i + 1}`));
  const streams = watchStreams(home.context());
  const tabs: Page[] = [];
  for (const i of [0, 1, 0, 1]) tabs.push(await openTab(home.context(), must(addresses[i])));
  await write(must(tabs[2]), 'Linen');
  await write(must(tabs[3]), 'Wool');
  for (const [i, page] of tabs.entries())
    await expect(cell(page, 1, 1)).toHaveText(i % 2 === 0 ? 'Linen' : 'Wool');
  expect(streams.asked).toBe(2);

  // Seven streams would be more than the connections a browser opens: no call would get through.
  for (const address of addresses.slice(2)) tabs.push(await openTab(home.context(), address));
  for (const [i, page] of tabs.entries()) {
    await write(page, `Written in tab ${i + 1}`);
    // The end of one is heard after the beginning of the next.
    await expect.poll(() => streams.open()).toBeLessThanOrEqual(3);
  }

  // What is changed elsewhere comes to every tab, those without a stream just then included.
  for (const [i, address] of addresses.entries())
    await call(home, '/rpc/tables.create', {
      basePublicId: must(address.split('/').at(-1)),
      name: `From afar ${i}`,
    });
  for (const [i, page] of tabs.entries())
    await expect(page.getByText(`From afar ${i < 4 ? i % 2 : i - 2}`)).toBeVisible();
  await expect.poll(() => streams.open()).toBeLessThanOrEqual(3);
});

test('tabs of a browser without locks have a stream each', async ({ page: home }) => {
  await home
    .context()
    .addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
  await signUp(home, 'Dora Weber');
  const address = await newBase(home, 'Orders');
  const streams = watchStreams(home.context());
  const tabs = [await openTab(home.context(), address), await openTab(home.context(), address)] as const;
  await write(tabs[0], 'Linen');
  await expect(cell(tabs[1], 1, 1)).toHaveText('Linen');
  expect(streams.open()).toBe(2);
});
