import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { testId } from './databases.ts';
import { corpus, name, watch } from './hostile.ts';
import { call, cell, signUp } from './people.ts';
import { test } from './product-test.ts';

const option = (value: string, label: string) => ({ value, label, color: 'Blue' });

/** A database in which everything that has a name or a text has a hostile one. */
async function fill(page: Page): Promise<{ basePublicId: string; tableId: string }> {
  const { basePublicIdentifier: basePublicId } = await call<{ basePublicIdentifier: string }>(
    page,
    '/admin/bases',
    { baseName: name('Base') },
  );
  const kinds = ['single_line_text', 'long_text', 'url', 'email', 'phone_number', 'number', 'date'] as const;
  const options = corpus.slice(0, 6).map((text, place) => option(`option${place}`, text));
  const fields = [
    ...kinds.map((type) => ({ id: testId('fld'), name: name(type), type, template: {} })),
    ...(['single_select', 'multiple_select'] as const).map((type) => ({
      ...{ id: testId('fld'), name: name(type), type, template: { options } },
    })),
  ];
  const [one, many] = [must(fields.at(-2)).id, must(fields.at(-1)).id];
  const records = corpus.map((text, place) => {
    const texts = fields.slice(0, 5).map(({ id }) => [id, text] as const);
    const unfit = fields.slice(5, 7).map(({ id }) => [id, text] as const);
    const chosen = must(options[place % options.length]).value;
    return {
      data: { ...Object.fromEntries(texts), [one]: chosen, [many]: options.map(({ value }) => value) },
      raw: Object.fromEntries(unfit),
    };
  });
  const { table } = await call<{ table: { id: string } }>(page, '/rpc/tables.create', {
    ...{ basePublicId, name: name('Table'), fields, records },
  });
  await call(page, '/rpc/views.create', { basePublicId, tableId: table.id, view: { name: name('View') } });
  await call(page, '/v1/tokens', { name: name('Token'), scopes: ['read'], expiresInDays: 1 });
  return { basePublicId, tableId: table.id };
}

/** A popup takes Escape once it has the focus: on a busy machine that is a moment after it is seen. */
async function closePopup(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-base-ui-inert]')).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

test('no text that is shown ever runs, loads or links to anything', async ({ page, product }) => {
  await signUp(page, 'Hostile Person');
  const { faults, expectHarmless } = await watch(page, product.url);
  const me = await page.request.patch(`${product.url}/v1/me`, {
    headers: { origin: product.url },
    data: { name: name('Person') },
  });
  expect(me.ok()).toBe(true);
  const { basePublicId } = await fill(page);

  // Home, with the name of the database and of its person, and what is found there.
  await page.goto('/home');
  await expect(page.getByRole('link', { name: /^Base/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
  await page.keyboard.type('Base"\'><img');
  await expect(page.getByRole('option', { name: /^Base/ })).toBeVisible();
  await expectHarmless();

  // The grid, with every kind of cell, and each tool that names fields, options and views.
  await page.goto(`/database/${basePublicId}`);
  await expect(cell(page, 1, 1)).toContainText('<script>');
  await expectHarmless();
  for (const tool of ['Hide fields', 'Filter', 'Sort', 'Row height']) {
    await page.getByRole('button', { name: tool, exact: true }).click();
    if (tool === 'Filter') await page.getByRole('button', { name: 'Add condition' }).click();
    await expectHarmless();
    await closePopup(page);
  }
  // Every cell, active, and editors: columns out of sight come into it by key.
  for (let row = 1; row <= corpus.length; row++) {
    await cell(page, row, 1).click();
    for (let column = 1; column <= 9; column++) {
      // Each editor three times, with different texts.
      if ((row + column) % 5 === 0) {
        await page.keyboard.press('F2');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('ArrowRight');
    }
    await expectHarmless();
  }
  // No address of these is one that is followed.
  await expect(page.getByRole('gridcell').locator('a')).toHaveCount(0);
  // What was copied is pasted as texts.
  await cell(page, 1, 1).click();
  await page.keyboard.press('Control+c');
  await cell(page, 2, 2).click();
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Control+z');
  await page.getByLabel('Search this table').fill('<img src=x onerror=window.hostile=1>');
  await expectHarmless();

  // A field's panel and a view's menu.
  await page.getByLabel('Search this table').fill('');
  await page.getByRole('columnheader').nth(2).click({ button: 'right' });
  await expectHarmless();
  await closePopup(page);
  await page.getByRole('button', { name: /^View: / }).click();
  await expectHarmless();
  await closePopup(page);

  for (const path of [
    '/settings',
    '/settings/members',
    '/settings/tokens',
    '/settings/sessions',
    '/settings/audit',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectHarmless();
  }
  // Addresses that lead nowhere say so, without what they name.
  const bait = encodeURIComponent('"><img src=x onerror=window.hostile=1><x-hostile>');
  for (const path of [
    `/invite/${bait}`,
    `/database/${bait}`,
    `/settings/${bait}`,
    `/${bait}`,
    `/reset-password?token=${bait}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('body')).not.toBeEmpty();
    await expectHarmless();
  }
  expect(faults).toEqual([]);
});

test('a hostile file is reviewed and refused as texts', async ({ page, product }) => {
  await signUp(page, 'Careful Person');
  const { expectHarmless } = await watch(page, product.url);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = corpus.map((text) => `${quoted(text)},${quoted(text)}`);
  const review = async (fileName: string, content: string) => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Database' }).click();
    await page.getByRole('button', { name: 'Import From external data' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    const file = { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(content) };
    await page.locator('input[type=file]').setInputFiles(file);
  };
  const fileName = '"><img src=x onerror=window.hostile=1><x-hostile>.csv';
  await review(fileName, '');
  await expect(page.getByText('The file is empty')).toBeVisible();
  await expectHarmless();
  await review(fileName, [`${quoted(name('A'))},${quoted(name('B'))}`, ...rows].join('\n'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Review and Edit Schema')).toBeVisible();
  await expectHarmless();
  await page.getByRole('button', { name: 'Import Database' }).click();
  await page.waitForURL('**/database/**');
  await expect(cell(page, 1, 1)).toBeVisible();
  await expectHarmless();
});

test('who is signed in is kept in cookies that no script reads and no other site sends', async ({ page }) => {
  await signUp(page, 'Cookie Person');
  const cookies = await page.context().cookies();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false });
    // What only signing in reads goes nowhere else.
    expect(['/', '/api/auth']).toContain(cookie.path);
  }
  expect(await page.evaluate('document.cookie')).toBe('');
});
