import { expect } from '@playwright/test';
import { AiServer } from '@weft/integrations/testing';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

test('suggested tables are reviewed: fields dragged to their places, amounts set, and a database made', async ({
  page,
}) => {
  await using ai = new AiServer();
  await ai.listen();
  await using product = await startProduct({ AI_BASE_URL: ai.baseUrl, AI_API_KEY: AiServer.key }, [
    ...quickStart,
  ]);
  await sitDown(page, await signUp(product.url, 'Rita Review', emailOf('Rita Review')));
  const fields = [
    { name: 'Class', type: 'single_line_text' },
    { name: 'Level', type: 'single_select', options: ['Beginner', 'Returning'] },
    { name: 'Seats', type: 'number' },
    { name: 'Price', type: 'currency' },
  ];
  ai.answers.push(JSON.stringify({ name: 'Weaving', tables: [{ name: 'Classes', fields }] }));
  await page.goto(`${product.url}/home?newDatabaseModal=open`);
  await page.getByRole('button', { name: /^Description/ }).click();
  await page.getByLabel('What do you want to keep?').fill('Weaving classes');
  await page.getByRole('button', { name: 'Generate' }).click();
  const review = page.getByRole('dialog', { name: 'AI schema review' });
  const rows = review.getByRole('list', { name: 'Fields of Classes' }).getByRole('listitem');
  const names = () =>
    rows
      .getByRole('textbox', { name: /^Name of/ })
      .evaluateAll((all) => all.map((one) => (one as unknown as { readonly value: string }).value));
  await expect(rows).toHaveCount(4);

  await test.step('a field is dragged to the place of another', async () => {
    const grip = (name: string) => review.getByRole('button', { name: `Move ${name}`, exact: true });
    await grip('Price').dragTo(rows.nth(1));
    expect(await names()).toEqual(['Class', 'Price', 'Level', 'Seats']);
    await grip('Level').click();
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(names).toEqual(['Class', 'Price', 'Seats', 'Level']);
  });

  await test.step('an amount is given its currency and decimals', async () => {
    await review.getByRole('button', { name: 'Settings of Price: $, 2 decimals' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings of Price' });
    await settings.getByLabel('Currency symbol').fill('€');
    await expectAccessible(page, 'the settings of a suggested field');
    await page.keyboard.press('Escape');
    await expect(review.getByRole('button', { name: 'Settings of Price: €, 2 decimals' })).toBeVisible();
  });

  await test.step('the database is made so', async () => {
    await review.getByRole('button', { name: 'Create database' }).click();
    await expect(page.getByRole('grid')).toContainText('Price');
    await expect(page.getByRole('grid').getByRole('columnheader').nth(1)).toContainText('Class');
  });
});
