import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { addPage, addQuestion, newForm, phone, publish, stranger } from './form-editor.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

test('pages, conditions and rules are made in the editor and followed with and without JavaScript', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Noor Logic');
  await newForm(page, 'Weaving class');
  await addQuestion(page, 'Yes/no', 'Have you woven before?');
  await addQuestion(page, 'Short text', 'Where did you learn it?');
  await page.getByRole('button', { name: 'Show it when…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('‘Have you woven before?’ is Yes')).toBeVisible();
  // The question stays selected, and its condition at hand.
  await expect(page.getByRole('button', { name: 'Show it when: change' })).toBeFocused();
  await addPage(page, 'Page', 'Your evening');
  await addQuestion(page, 'Single choice', 'Which evening?');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await dialog.getByLabel('Choices').fill('Tuesday\nThursday\nNone of them');
  await dialog.getByRole('button', { name: 'Add 3' }).click();
  await addPage(page, 'Review', 'Check your answers');
  await addPage(page, 'Ending', 'See you at the loom');
  await addPage(page, 'Ending', 'Waiting list');
  await expect(page.getByText('‘Waiting list’ can’t be reached: lead to it, or delete it')).toBeVisible();
  await page.getByRole('button', { name: 'Your evening' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await dialog.locator('[data-field] button').click();
  await page.getByRole('option', { name: 'Which evening?' }).click();
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: 'None of them' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Rule 1 goes to').click();
  await page.getByRole('option', { name: 'Waiting list' }).click();
  await expectAccessible(page, 'form editor with pages and rules');
  await page.getByRole('button', { name: 'Logic' }).click();
  const graph = page.getByRole('region', { name: 'Graph of the pages' });
  await expect(graph.getByText('‘Which evening?’ is None of them', { exact: true })).toBeVisible();
  await graph.getByRole('button', { name: 'Page 1' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(graph.getByRole('button', { name: /^Your evening/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Rule 1 goes to')).toBeVisible();
  await expectAccessible(page, 'graph of the logic');
  await graph.getByRole('button', { name: /^Check your answers/ }).click();
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await expect(page.getByLabel('Page title')).toHaveValue('Check your answers');
  const link = await publish(page);

  for (const javaScriptEnabled of [true, false]) {
    const guest = await stranger(browser, { ...phone, javaScriptEnabled });
    const learned = guest.getByLabel('Where did you learn it?');
    const next = guest.getByRole('button', { name: 'Next' });
    const submit = guest.getByRole('button', { name: 'Submit' });
    await guest.goto(link);
    await expect(learned).toBeHidden();
    await guest.getByLabel('Yes').check();
    // Without a script the server asks again.
    if (!javaScriptEnabled) await next.click();
    await learned.fill('At home');
    await next.click();
    await expect(guest.getByRole('heading', { name: 'Your evening' })).toBeVisible();
    await guest.getByLabel('Thursday').check();
    await next.click();
    await expect(guest.getByText('At home')).toBeVisible();
    if (javaScriptEnabled) {
      await expect(guest.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
      await expectAccessible(guest, 'review of answers');
    }
    await guest.getByRole('button', { name: 'Change Your evening' }).click();
    await expect(guest.getByLabel('Thursday')).toBeChecked();
    await guest.getByLabel('None of them').check();
    // A rule ends the form for this answer; without a script the button says where it leads once that is known.
    if (javaScriptEnabled) {
      await expect(next).toHaveCount(0);
      await guest.getByLabel('Tuesday').check();
      await expect(next).toBeVisible();
      await guest.getByLabel('None of them').check();
    }
    await (javaScriptEnabled ? submit : next).click();
    await expect(guest.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
    await guest.context().close();
  }
  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('gridcell', { name: 'At home' })).toHaveCount(2);
});

test('the Back of the browser leads to the page before, with what was written', async ({ page, browser }) => {
  await signUp(page, 'Bea Backward');
  await newForm(page, 'Summer party');
  await addQuestion(page, 'Short text', 'Your name');
  await addPage(page, 'Page', 'Food');
  await addQuestion(page, 'Short text', 'Your meal');
  const link = await publish(page);
  const guest = await stranger(browser, phone);
  // Without its pages on the device, a form is not turned without a connection.
  await guest.route('**/t/*/pages?*', (route) => route.abort());
  await guest.goto(link);
  await guest.getByLabel('Your name').fill('Zoë');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByLabel('Your meal').fill('Soup');
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('Zoë');
  await guest.goForward();
  await expect(guest.getByLabel('Your meal')).toHaveValue('Soup');
  // Without a connection the page stays, and so does the way back.
  await guest.route('**/t/*', (route) => route.abort());
  await guest.goBack();
  await expect(guest.getByText('the connection is gone')).toBeVisible();
  await guest.unrouteAll();
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('Zoë');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('');
});
