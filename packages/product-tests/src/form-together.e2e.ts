import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { addPage, addQuestion, newForm } from './form-editor.ts';
import { emailOf, invite, shareWith, signUp } from './people.ts';
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

test('people see who else has a form open, the page each is on and the block they have selected', async ({
  page,
  newPerson,
}) => {
  await signUp(page, 'Ann Anders');
  await newForm(page, 'Contact');
  await addQuestion(page, 'Short text', 'Your name');
  await addQuestion(page, 'Email', 'Your email');
  await addPage(page, 'Page', 'More about you');
  const ben = await newPerson();
  await signUp(ben, 'Ben Bell', await invite(page, emailOf('Ben Bell')));
  await shareWith(page, 'Ben Bell');
  await ben.goto(page.url());
  await expect(page.getByLabel('Ben Bell is here too').locator('visible=true').first()).toBeVisible();
  await expect(ben.getByLabel('Ann Anders is here too').locator('visible=true').first()).toBeVisible();

  // Ben has come in on the first page, and Ann has the second in front of her.
  const pageOf = (one: Page, name: RegExp) =>
    one.getByRole('region', { name: 'Pages' }).getByRole('button', { name });
  await expect(pageOf(page, /^Page 1\b.*Ben Bell is here too/)).toBeVisible();
  await expect(pageOf(ben, /^More about you\b.*Ann Anders is here too/)).toBeVisible();

  await ben.getByLabel('Label of question 2').focus();
  await pageOf(page, /^Page 1\b/).click();
  const marked = page.getByRole('group', { name: 'Email: Your email, Ben Bell is here too' });
  await expect(marked).toBeVisible();
  await expect(marked.getByText('Ben Bell')).toBeVisible();
  await expectAccessible(page, 'a form that others edit');

  // The mark goes along with what Ben selects, by keys too, and is nowhere once he has gone.
  await ben.keyboard.press('Escape');
  await ben.keyboard.press('ArrowUp');
  await expect(
    page.getByRole('group', { name: 'Short text: Your name, Ben Bell is here too' }),
  ).toBeVisible();
  await expect(marked).toBeHidden();
  await ben.goto('/home');
  await expect(page.getByLabel('Ben Bell is here too')).toHaveCount(0);
  await expect(page.getByText('Ben Bell')).toHaveCount(0);
});

test('whose text somebody else has replaced at the same moment is told so, and can copy it', async ({
  page,
  newPerson,
}) => {
  await signUp(page, 'Cleo Carr');
  await newForm(page, 'Contact');
  await addQuestion(page, 'Short text', 'Your name');
  const ben = await newPerson();
  await signUp(ben, 'Ben Bell', await invite(page, emailOf('Ben Bell')));
  await shareWith(page, 'Ben Bell');
  await ben.goto(page.url());
  const label = (one: Page) => one.getByLabel('Label of question 1');
  await expect(label(ben)).toHaveValue('Your name');
  await expect(ben.getByLabel('Cleo Carr is here too').locator('visible=true').first()).toBeVisible();
  // Ben writes while he has no connection: what he wrote comes after what Cleo has.
  await ben.context().setOffline(true);
  await label(ben).fill('Your phone');
  const saved = page.waitForResponse((response) => response.url().endsWith('/rpc/forms.edit'));
  await label(page).fill('Your email');
  await saved;
  await ben.context().setOffline(false);
  await expect(label(page)).toHaveValue('Your phone');
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'has just replaced what you wrote: “Your email”' });
  await expect(notice).toBeVisible();
  await expectAccessible(page, 'a text that somebody else replaced');
  await notice.getByRole('button', { name: 'Copy my text' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('Your email');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await expect(ben.getByText('has just replaced what you wrote')).toHaveCount(0);
});
