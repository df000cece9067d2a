import { expect } from '@playwright/test';
import { addQuestion, newForm } from './form-editor.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

test('two people who type in one label at once keep what both wrote', async ({ page, browser }) => {
  await signUp(page, 'Olivia Label');
  await newForm(page, 'Contact');
  await addQuestion(page, 'Short text', 'Mobile phone');
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(page.url());
  const labels = [page, other].map((one) => one.getByLabel(/^Label of question/));
  for (const label of labels) {
    await expect(label).toHaveValue('Mobile phone');
    await label.focus();
    await label.press('End');
  }
  await Promise.all(
    [' (mobile)', ' or landline'].map((text, at) => labels[at]?.pressSequentially(text, { delay: 40 })),
  );
  for (const label of labels) {
    await expect(label).toHaveValue(/^Mobile phone( \(mobile\) or landline| or landline \(mobile\))$/);
    await label.press('Escape');
  }
});
