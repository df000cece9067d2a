import { expect, type Page } from '@playwright/test';
import { addQuestion, newForm } from './form-editor.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

/** The labels on the sheet, a text for each row. */
const rows = (page: Page) =>
  page.locator('[data-question]').evaluateAll((blocks) => {
    const found: { top: number; text: string }[] = [];
    for (const block of blocks) {
      const top = block.getBoundingClientRect().top;
      const text = block.querySelector('textarea')?.value ?? '';
      const row = found.find((one) => Math.abs(one.top - top) < 2);
      if (row === undefined) found.push({ top, text });
      else row.text += ` ${text}`;
    }
    return found.map(({ text }) => text);
  });

test('blocks stand side by side, and several are moved, copied into another form and deleted at once', async ({
  page,
}) => {
  await signUp(page, 'Carla Canvas');
  await newForm(page, 'First');
  for (const label of ['One', 'Two', 'Three', 'Four']) await addQuestion(page, 'Short text', label);
  const block = (place: number) => page.locator('[data-question]').nth(place);

  // By key, and by drag to the edge of another.
  await page.keyboard.press('Alt+ArrowRight');
  expect(await rows(page)).toEqual(['One', 'Two', 'Three Four']);
  await block(0).hover();
  const { width = 0 } = (await block(1).boundingBox()) ?? {};
  await block(0)
    .locator('[draggable=true]')
    .dragTo(block(1), { targetPosition: { x: width - 12, y: 40 } });
  expect(await rows(page)).toEqual(['Two One', 'Three Four']);

  // Escape leaves the text; from there keys are about blocks.
  await page.getByLabel('Label of question 3').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: '2 blocks selected' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await rows(page)).toEqual(['Three Four', 'Two One']);
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('Delete');
  expect(await rows(page)).toEqual(['Two One']);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await rows(page)).toEqual(['Three Four', 'Two One']);

  await page.goto('/home');
  await newForm(page, 'Second');
  await addQuestion(page, 'Email', 'Address');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.locator('[data-question]')).toHaveCount(3);
  expect(await rows(page)).toEqual(['Address', 'Three Four']);
  await page.getByLabel('Label of question 1').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.locator('[data-question]')).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.locator('[data-question]')).toHaveCount(3);
});

/** Pastes a text where the focus is, as a browser does. */
const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  })()`);

test('a question with its choices is written on the sheet by keyboard alone, and becomes one of another type', async ({
  page,
}) => {
  await signUp(page, 'Kim Keyboard');
  await newForm(page, 'Trip');
  const choices = page.getByLabel(/^Choice, /);
  const texts = () =>
    choices.evaluateAll((all) => all.map((each) => (each as unknown as { readonly value: string }).value));
  const search = page.getByRole('textbox', { name: 'Add a block' });
  const focused = page.locator('textarea:focus');

  await page.getByLabel('Title').first().focus();
  await page.keyboard.press('Escape');
  await search.focus();
  await page.keyboard.type('single ch');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Label of question 1')).toBeFocused();
  await page.keyboard.type('Where to?');
  // What a new question begins with is written over.
  await page.keyboard.press('Tab');
  await expect(choices.first()).toBeFocused();
  await page.keyboard.type('Rome');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Oslo');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Choice, 3 of 3')).toBeFocused();
  await page.keyboard.type('Lima');
  await page.keyboard.press('Enter');
  await expect(choices).toHaveCount(4);
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Choice, 3 of 3')).toBeFocused();
  expect(await texts()).toEqual(['Rome', 'Oslo', 'Lima']);
  await page.keyboard.press('Alt+ArrowUp');
  expect(await texts()).toEqual(['Rome', 'Lima', 'Oslo']);
  await paste(page, 'Bonn\nBern\n');
  await expect(page.getByLabel('Choice, 4 of 5')).toBeFocused();
  expect(await texts()).toEqual(['Rome', 'Lima', 'Bonn', 'Bern', 'Oslo']);

  // Nothing is cut off in silence.
  await paste(page, `Paris\n${'x'.repeat(256)}`);
  const dialog = page.getByRole('dialog', { name: 'Paste a list' });
  await expect(dialog.getByText('has 256 characters: use at most 255')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByLabel('Choice, 1 of 5').focus();
  await paste(page, 'x'.repeat(300));
  await expect(page.getByText('Nothing was pasted: it has 300 characters')).toBeVisible();
  expect(await texts()).toEqual(['Rome', 'Lima', 'Bonn', 'Bern', 'Oslo']);

  await page.getByRole('button', { name: 'Type: Single choice' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Multiple choice' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Type: Multiple choice' })).toBeVisible();
  await expect(page.getByLabel('Label of question 1')).toBeFocused();
  await expect(focused).toHaveValue('Where to?');
  expect(await texts()).toEqual(['Rome', 'Lima', 'Bonn', 'Bern', 'Oslo']);

  // What is switched on for one question is not for the next.
  const limits = page.getByRole('switch', { name: 'Limit how often each is taken' });
  await limits.press('Space');
  await expect(page.getByLabel('Room for ‘Rome’')).toBeVisible();
  await page.getByLabel('Label of question 1').press('Enter');
  await expect(page.getByLabel('Label of question 2')).toBeFocused();
  await expect(limits).not.toBeChecked();

  // A slash in a label that is empty chooses what the question is.
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('email');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Type: Email' })).toBeVisible();
  await expect(page.getByLabel('Label of question 2')).toBeFocused();
  await page.keyboard.type('and/or your address');
  await expect(page.getByLabel('Label of question 2')).toHaveValue('and/or your address');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Label of question 3')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Label of question 3')).toHaveCount(0);
  await expect(page.getByLabel('Label of question 2')).toBeFocused();

  await page.getByRole('button', { name: 'Add a page' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Page', exact: true }).press('Enter');
  await expect(page.getByLabel('Page title')).toBeFocused();
  // Two braces offer the questions that a text can name.
  await page.keyboard.type('Your stay in {{wh');
  await expect(page.getByRole('option', { name: 'Where to?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Page title')).toHaveValue('Your stay in {{Where to?}}');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
});
