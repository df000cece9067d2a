import { expect, type Page } from '@playwright/test';
import { cell, signUp } from './people.ts';
import { test } from './product-test.ts';

const popups = '**/assets/popup-parts-*.js';

/** Keeps a file from coming; answers what lets it come. */
async function holdBack(page: Page, file: string): Promise<() => Promise<void>> {
  const free = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await free.promise;
    await route.continue();
  });
  return async () => {
    free.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('a menu pressed before its code is here opens as it comes, and gives the focus back', async ({
  page,
}) => {
  const release = await holdBack(page, popups);
  await signUp(page, 'Ines Moreau');
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toHaveAttribute('aria-haspopup', 'menu');
  await expect(create).toHaveAttribute('aria-expanded', 'false');
  await create.click();
  await expect(create).toHaveAttribute('aria-expanded', 'true');
  const menu = page.getByRole('menu', { name: 'Create' });
  await expect(menu).toBeHidden();
  await release();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await expect(create).toHaveAttribute('aria-expanded', 'false');

  // By keys it begins at the first line, or at the last.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  // A second press closes it.
  await create.click();
  await expect(menu).toBeFocused();
  await create.click();
  await expect(menu).toBeHidden();
});

test('what cannot be fetched says so, and opens once it can', async ({ page }) => {
  await signUp(page, 'Ben Karlsson');
  await page.context().setOffline(true);
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  // The toast itself is shown without the code that stacks toasts.
  await expect(page.getByText('couldn’t be loaded: the server is out of reach')).toBeVisible();
  await expect(create).toHaveAttribute('aria-expanded', 'false');
  await page.context().setOffline(false);
  await create.click();
  await expect(page.getByRole('menu', { name: 'Create' })).toBeFocused();
});

test('what is typed over a cell before its list is here is searched in the list', async ({ page, atCsv }) => {
  const release = await holdBack(page, '**/assets/picker-editors-*.js');
  const rows = Array.from({ length: 60 }, (_, row) => `Order ${row},${['Weaving', 'Held'][row % 2]}`);
  await atCsv('Mara Lind', `Order,Stage\n${rows.join('\n')}\n`);
  await cell(page, 1, 2).click();
  await page.keyboard.type('hel');
  await release();
  await expect(page.getByRole('combobox', { name: 'Stage: find an option' })).toHaveValue('hel');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 2)).toHaveText('Held');
});

test('words stand by what the pointer rests on or the keys reach, one at a time', async ({ page }) => {
  await signUp(page, 'Tia Words');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const words = (text: string) => page.getByText(text, { exact: true });
  await button('Cards').hover();
  await expect(words('Cards')).toBeVisible();
  await button('Table').hover();
  await expect(words('Table')).toBeVisible();
  await expect(words('Cards')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(words('Table')).toBeHidden();

  await button('Cards').focus();
  await page.keyboard.press('Tab');
  await expect(button('Table')).toBeFocused();
  await expect(words('Table')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(words('Cards')).toBeVisible();
  await expect(words('Table')).toBeHidden();

  // One may go over the words themselves; what is pressed needs them no more.
  await page.mouse.move(0, 0);
  await button('Table').hover();
  await words('Table').hover();
  await expect(words('Table')).toBeVisible();
  await button('Table').click();
  await expect(words('Table')).toBeHidden();
});
