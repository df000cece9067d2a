import { writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Product } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { reviewCsv, signUp } from './people.ts';
import { test } from './product-test.ts';

// Its server is killed.
test.use({ ownProduct: true });

/** So many that an import is seen on its way. */
const rows = 100_000;
const lines = Array.from({ length: rows }, (_, row) => `Person ${row},${row % 90},2024-01-02`);

/** Begins an import and kills the server as soon as the first records are counted. */
async function importUntilKilled(page: Page, file: string, product: Product): Promise<void> {
  await reviewCsv(page, file);
  await page.getByLabel('Field name, column 2').fill('Years');
  await page.getByRole('button', { name: 'Import Database' }).click();
  // Looked for at short intervals: a fast machine is done within a second.
  await expect
    .poll(() => page.getByText(/[1-9][\d,]* of 100,000 records/).count(), { intervals: [20] })
    .toBe(1);
  await product.restart('SIGKILL');
  // It says that the server stopped, or on a slow machine that it is not back yet.
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible({ timeout: 30_000 });
}

/** The grid of all that was imported, under the name the person had chosen. */
async function seesEverything(page: Page): Promise<void> {
  await page.waitForURL('**/database/**', { timeout: 60_000 });
  await expect(page.getByText('100,000 records')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Years' })).toBeVisible();
}

test('an import whose server is killed is resumed from home, or removed with its empty database', async ({
  page: ines,
  product,
}, info) => {
  const file = info.outputPath('people.csv');
  writeFileSync(file, `Name,Age,Joined\n${lines.join('\n')}\n`);
  await signUp(ines, 'Ines Moreau');

  await importUntilKilled(ines, file, product);
  // The browser is closed on it: home offers it.
  await ines.goto('/home');
  const interrupted = ines.getByRole('region', { name: 'Interrupted imports' });
  await expect(interrupted.getByText('The import of people.csv was interrupted')).toBeVisible();
  // The empty database made for it says so too.
  await expect(ines.getByText('Import interrupted')).toHaveCount(1);
  await expectAccessible(ines, 'home with an interrupted import');
  await interrupted.getByRole('button', { name: /^Resume/ }).click();
  await seesEverything(ines);

  await ines.goto('/home');
  await expect(ines.getByRole('link', { name: 'people' })).toHaveCount(1);
  await expect(interrupted).toBeHidden();
  await expect(ines.getByText('Import interrupted')).toBeHidden();
  await importUntilKilled(ines, file, product);
  await ines.goto('/home');
  // The empty database offers it as home does, the finished one does not.
  const stopped = ines.getByText('Import interrupted').locator('xpath=ancestor::*[.//a][1]');
  await stopped.getByRole('link', { name: 'people' }).click();
  await expect(ines.getByRole('heading', { name: 'No tables yet' })).toBeVisible();
  await interrupted.getByRole('button', { name: /^Remove/ }).click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // Left at once: what was asked for is done all the same.
  await ines.goto('/home');
  await expect(ines.getByRole('link', { name: 'people' })).toHaveCount(1);
  await expect(interrupted).toBeHidden();
});
