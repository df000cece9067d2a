import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { call, signUp } from './people.ts';
import { test } from './product-test.ts';

test('by keys alone one goes to any item and place, and does what a page can do', async ({ page }) => {
  await signUp(page, 'Ines Moreau');
  const { basePublicIdentifier } = await call<{ basePublicIdentifier: string }>(page, '/admin/bases', {
    baseName: 'Wholesale plans',
  });
  await call(page, '/rpc/metadata.create', {
    basePublicId: basePublicIdentifier,
    createDefaultRecords: true,
  });
  await page.goto('/home');
  const input = page.getByRole('combobox', { name: 'Search', exact: true });
  const option = (name: string) => page.getByRole('option', { name });

  await expect(page.getByRole('link', { name: 'Wholesale plans' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await expect(option('Home').first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'the palette');
  await page.keyboard.type('SALE pl');
  await expect(option('Wholesale plans')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 records')).toBeVisible();

  // The page one is on adds its own; the arrows go around.
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await expect(option('Wholesale plans')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(option('System theme')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.type('nothing of this name');
  await expect(page.getByText('No results found.')).toBeVisible();
  await input.fill('trash');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
