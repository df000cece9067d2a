import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { addQuestion, newForm, palette, phone, publish, sheet, stranger } from './form-editor.ts';
import { emailOf, invite, saved, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

// Who signs up first reads the outbox.
test.use({ ownProduct: true });

test('a form is made, published, and answered on phones with and without JavaScript', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ann Owner');
  await newForm(page, 'Guest list');
  await expect(page.getByText('Add a question first')).toBeVisible();
  await addQuestion(page, 'Short text', 'Your name');
  await page.getByRole('switch', { name: 'Required' }).click();
  await addQuestion(page, 'Number', 'How many of you?');
  await addQuestion(page, 'Checkbox', 'We come for sure');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.getByTitle('Preview of the draft');
  const preview = frame.contentFrame();
  await expect(preview.getByText('This is a preview of the draft')).toBeVisible();
  // Tried out, and taken nowhere.
  await preview.getByLabel(/Your name/).fill('Nobody');
  await preview.getByLabel('We come for sure').check();
  await preview.getByRole('button', { name: 'Submit' }).click();
  await expect(preview.getByText('Its way: Page 1 → the end')).toBeVisible();
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(frame).toHaveCSS('width', '390px');
  await expect(preview.getByText('Its way: Page 1 → the end')).toBeVisible();
  await page.getByRole('button', { name: 'Close preview' }).click();
  const link = await publish(page);

  for (const [name, javaScriptEnabled] of [
    ['Ada', true],
    ['Grace', false],
  ] as const) {
    const guest = await stranger(browser, { ...phone, javaScriptEnabled });
    await guest.goto(link);
    await guest.getByLabel('How many of you?').fill('two');
    const submit = guest.getByRole('button', { name: 'Submit' });
    // For a thumb.
    expect((await submit.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await submit.click();
    await expect(guest.getByText('2 answers need a look')).toBeVisible();
    await guest.getByLabel(/Your name/).fill(name);
    await guest.getByLabel('How many of you?').fill('2');
    await guest.getByLabel('We come for sure').check();
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(await guest.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
    await guest.context().close();
  }

  await page.getByRole('link', { name: 'Results' }).click();
  for (const name of ['Ada', 'Grace']) await expect(page.getByRole('gridcell', { name })).toBeVisible();
  await page.goto('/settings/outbox');
  await expect(page.getByText('New answer to Guest list')).toHaveCount(2);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Guest list: 2 responses' })).toBeVisible();
  await page.getByRole('link', { name: 'Guest list', exact: true }).click();
  await expect(page).toHaveURL(/\/editor\/.*\/edit$/);
  // On a phone there is nothing but the answers.
  await page.setViewportSize(phone.viewport);
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Edit on a wider screen')).toBeVisible();
});

test('questions are arranged by key and pointer, taken back, and restored from a version', async ({
  page,
}) => {
  await signUp(page, 'Rosa Editor');
  await newForm(page, 'Order');
  for (const label of ['One', 'Two', 'Three']) await addQuestion(page, 'Short text', label);
  await page.keyboard.press('Alt+ArrowUp');
  expect(await sheet(page)).toEqual(['One', 'Three', 'Two']);
  const first = page.locator('[data-question]').first();
  await first.hover();
  await first.locator('[draggable=true]').dragTo(page.locator('[data-question]').last(), {
    targetPosition: { x: 300, y: 70 },
  });
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await palette(page)
    .getByRole('button', { name: 'Email' })
    .dragTo(first, { targetPosition: { x: 300, y: 4 } });
  expect(await sheet(page)).toEqual(['', 'Three', 'Two', 'One']);
  // What keeps it from being published leads to the question.
  await page.getByLabel('Label of question 3').click();
  await page.getByRole('button', { name: 'Give every question a label first' }).click();
  await expect(page.getByLabel('Label of question 1')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await publish(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Label of question 1').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.getByLabel('Label of question 4').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(await sheet(page)).toEqual(['Three', 'Three again', 'Two']);
  await page.getByRole('button', { name: 'Unpublished changes' }).click();
  await expect(page.getByText('Added the question ‘Three again’')).toBeVisible();
  await expect(page.getByText('Deleted the question ‘One’')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Restore into the draft' }).click();
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await sheet(page)).toEqual(['Three', 'Three again', 'Two']);
});

test('two people edit a form at once, and what could not be sent outlives a reload', async ({
  page,
  newPerson,
}) => {
  await signUp(page, 'Mia Maker');
  const link = await invite(page, emailOf('Bob Builder'));
  const bob = await newPerson();
  await signUp(bob, 'Bob Builder', link);
  await newForm(page, 'Together');
  await addQuestion(page, 'Short text', 'Your name');
  await saved(page);
  const address = page.url();
  await shareWith(page, 'Bob Builder');
  await bob.goto(address);
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Your name');
  await addQuestion(bob, 'Email', 'Your email');
  await expect(page.getByLabel('Label of question 2')).toHaveValue('Your email');
  await page.getByLabel('Label of question 1').press('End');
  await page.keyboard.type(', please');
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Your name, please');
  // Each takes back their own edits alone.
  await bob.keyboard.press('ControlOrMeta+z');
  await bob.keyboard.press('ControlOrMeta+z');
  await expect(page.getByLabel('Label of question 2')).toHaveCount(0);
  await expect(page.getByLabel('Label of question 1')).toHaveValue('Your name, please');

  await page.route('**/rpc/forms.edit', (route) => route.abort());
  await page.getByLabel('Label of question 1').fill('Who are you?');
  await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'offline');
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Label of question 1')).toHaveValue('Who are you?');
  await saved(page);
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Who are you?');
});

test('the editor of forms and published forms pass axe in light and dark', async ({ page, browser }) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home/forms/new');
  await expectAccessible(page, 'new form');
  await page.goto('/home');
  await newForm(page, 'Accessible');
  await expectAccessible(page, 'form editor, empty');
  await addQuestion(page, 'Short text', 'Your name');
  await page.getByLabel('Description').fill('As it stands on your badge.');
  await page.getByRole('switch', { name: 'Required' }).click();
  await addQuestion(page, 'Checkbox', 'I agree');
  await expectAccessible(page, 'form editor');
  await saved(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expectAccessible(page, 'versions of a form');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(page, 'share');
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByLabel('At most').fill('none');
  await expectAccessible(page, 'settings of a form');
  await page.getByRole('button', { name: 'Discard' }).click();
  const guest = await stranger(browser, phone);
  await guest.goto(link);
  await expectAccessible(guest, 'published form');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('One answer needs a look')).toBeVisible();
  await expectAccessible(guest, 'published form with faults');
  await page.getByRole('switch', { name: 'Take answers' }).click();
  await expect(async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'This form is closed' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(guest, 'closed form');
});
