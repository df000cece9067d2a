import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newForm, palette, phone, publish, stranger } from './form-editor.ts';
import { call, signUp } from './people.ts';
import { test } from './product-test.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives the selected block every image that it has a place for, and says what each shows. */
async function addImages(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: /settings/i });
  const files = panel.locator('input[type=file]');
  for (let place = 0; place < (await files.count()); place++) {
    await files.nth(place).setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await expect(panel.getByRole('button', { name: /^Replace / })).toHaveCount(place + 1);
  }
  for (const text of await panel.getByRole('textbox', { name: /^What .* shows$/ }).all())
    await text.fill('A dot');
}

/** Offers the records of the only table of the only database. */
async function offerRecords(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Question settings' });
  await panel.getByRole('radiogroup', { name: 'Databases' }).getByRole('radio').click();
  await panel.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option').click();
  await expect(panel.getByRole('checkbox').first()).toBeChecked();
}

test('every type of question passes axe, in the editor and on a phone in light and dark', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Tia Types');
  const { basePublicIdentifier: basePublicId } = await call<{ readonly basePublicIdentifier: string }>(
    page,
    '/admin/bases',
    { baseName: 'Customers' },
  );
  await call(page, '/rpc/metadata.create', { basePublicId, createDefaultRecords: false });
  await newForm(page, 'Every type');
  // A payment is published with an account at its provider, which there is none of here.
  const shown = await palette(page)
    .locator('button[draggable][title]')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button as unknown as { readonly title: string }).title),
    );
  const types = shown.filter((type) => type !== 'Payment');
  expect(types.length).toBeGreaterThan(30);
  for (const [place, type] of types.entries()) {
    await palette(page).getByRole('button', { name: type, exact: true }).click();
    await expect(page.locator('[data-question]')).toHaveCount(place + 1);
    const label = page.locator('[id^=label-]:focus');
    await expect(label).toBeVisible();
    if (await label.evaluate((element) => element.matches('textarea'))) await label.fill(type);
    // There is nothing to play without it.
    if (type === 'Video') await page.getByLabel('Address').last().fill('https://vimeo.com/76979871');
    if (type === 'Calculation') await page.getByLabel('Formula').last().fill('6 * 7');
    if (type === 'Image' || type.startsWith('Picture choice')) await addImages(page);
    if (type === 'Table or service') await offerRecords(page);
  }
  await expectAccessible(page, 'form editor with every type');
  const link = await publish(page);
  const guest = await stranger(browser, phone);
  await guest.goto(link);
  await expectAccessible(guest, 'published form with every type');
  expect(await guest.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  // A tap where the slider stands already is an answer too.
  await guest.locator('input[type=range]').click({ position: { x: 4, y: 8 } });
  await expect(guest.getByLabel('Slider')).toHaveValue('0', { timeout: 5_000 });
  await guest.getByRole('textbox', { name: 'Email' }).first().fill('ada@');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('One answer needs a look')).toBeVisible();
  await expectAccessible(guest, 'published form of every type with a fault');
});
