import { expect, type Page } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, emailOf, invite, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

const here = (page: Page, text: string) => page.getByLabel(text).locator('visible=true');
const selectedBy = (page: Page, name: string) =>
  page.locator('.wg-person', { hasText: name }).locator('visible=true');

test('people see who else has the database open, and the cell each has selected', async ({
  atCsv,
  newPerson,
}) => {
  const ann = await atCsv('Ann Anders', orders);
  const ben = await newPerson();
  await signUp(ben, 'Ben Bell', await invite(ann, emailOf('Ben Bell')));
  await shareWith(ann, 'Ben Bell');
  await ben.goto(ann.url());
  await expect(here(ann, 'Ben Bell is here too')).toBeVisible();
  await expect(here(ben, 'Ann Anders is here too')).toBeVisible();

  await cell(ben, 3, 2).click();
  await expect(selectedBy(ann, 'Ben Bell')).toBeVisible();
  const marked = await selectedBy(ann, 'Ben Bell').boundingBox();
  const there = await cell(ann, 3, 2).boundingBox();
  expect(Math.abs((marked?.y ?? 0) - (there?.y ?? 99))).toBeLessThan(2);
  expect(Math.abs((marked?.x ?? 0) - (there?.x ?? 99))).toBeLessThan(2);
  // The name goes after a moment, and comes back under the pointer.
  const flag = ann.locator('.wg-flag', { hasText: 'Ben Bell' }).locator('visible=true');
  await expect(flag).toBeHidden();
  await cell(ann, 3, 2).hover();
  await expect(flag).toBeVisible();
  // It covers the text of no cell: texts keep 8 pixels from the lines between the rows.
  const named = await flag.boundingBox();
  expect((there?.y ?? 0) - (named?.y ?? 0)).toBeLessThan(11);
  expect((named?.y ?? 0) + (named?.height ?? 0) - (there?.y ?? 0)).toBeLessThan(11);

  // In their first column, and nowhere once they have gone.
  await cell(ben, 5, 1).click();
  await expect
    .poll(async () => (await selectedBy(ann, 'Ben Bell').boundingBox())?.y)
    .toBeCloseTo((await cell(ann, 5, 1).boundingBox())?.y ?? 0, 0);

  // What Ann types over Ben's text of this minute is said at the cell, and taken back there.
  await cell(ben, 6, 1).click();
  await ben.keyboard.type('Oak');
  await ben.keyboard.press('Enter');
  await expect(cell(ann, 6, 1)).toHaveText('Oak');
  await cell(ann, 6, 1).click();
  await ann.keyboard.type('Ash');
  await ann.keyboard.press('Enter');
  const note = ann.getByRole('status').filter({ hasText: 'Replaced Ben Bell’s “Oak”' });
  await expect(note).toBeVisible();
  const [at, edited] = [await note.boundingBox(), await cell(ann, 6, 1).boundingBox()];
  expect((edited?.y ?? 0) - (at?.y ?? 0) - (at?.height ?? 0)).toBeLessThan(8);
  await note.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(ann, 6, 1)).toHaveText('Oak');
  await expect(note).toBeHidden();

  await ben.goto('/home');
  await expect(here(ann, 'Ben Bell is here too')).toBeHidden();
  await expect(selectedBy(ann, 'Ben Bell')).toBeHidden();
});
