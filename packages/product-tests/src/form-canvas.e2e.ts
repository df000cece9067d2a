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
