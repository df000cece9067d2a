import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { addQuestion, newForm, phone, publish, stranger } from './form-editor.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

test('a form is translated in the editor, and read in Arabic on a phone without losing what is filled in', async ({
  browser,
  page,
}) => {
  await signUp(page, 'Lena Languages');
  await newForm(page, 'Party');
  await addQuestion(page, 'Short text', 'Your name');
  await addQuestion(page, 'Rating', 'How was it?');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Add a language' }).click();
  await page.getByRole('option', { name: 'Arabic', exact: true }).click();
  await expect(page.getByText('3 of 3 texts are missing')).toBeVisible();
  await page.getByRole('button', { name: 'Translate into Arabic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Translate into Arabic' });
  await dialog.getByLabel('Your name').fill('اسمك');
  await page.keyboard.press('Tab');
  await page.keyboard.type('كيف كان؟');
  await dialog.getByLabel('Missing alone').click();
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await dialog.getByLabel('Party').fill('حفلة');
  await expect(dialog.getByText('Everything is translated.')).toBeVisible();
  await expectAccessible(page, 'translations of a form');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Translated', { exact: true })).toBeVisible();
  const address = await publish(page);

  const reader = await stranger(browser, { ...phone, locale: 'en-US' });
  await reader.goto(address);
  await expect(reader.getByRole('heading', { name: 'Party' })).toBeVisible();
  await reader.getByLabel('Your name').fill('Ada');
  await reader.getByLabel('Language').selectOption({ label: 'العربية' });
  await reader.getByRole('button', { name: 'Change' }).click();
  await expect(reader.getByRole('heading', { name: 'حفلة' })).toBeVisible();
  await expect(reader.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(reader.getByLabel('اسمك')).toHaveValue('Ada');
  await expectAccessible(reader, 'published form in Arabic');
  // Enter sends, and does not ask for a language.
  await reader.getByLabel('اسمك').fill('');
  await reader.getByLabel('اسمك').press('Enter');
  await expect(reader.getByRole('heading', { name: 'شكرًا لك' })).toBeVisible();
  await reader.goto(address);
  await reader.getByText('عدد النجوم: 4').locator('..').click();
  await reader.getByRole('button', { name: 'إرسال' }).click();
  await expect(reader.getByRole('heading', { name: 'شكرًا لك' })).toBeVisible();
  await expect(reader.getByLabel('اللغة')).toHaveCount(0);
  // The next time it opens in the language that was chosen.
  await reader.goto(address);
  await expect(reader.getByRole('heading', { name: 'حفلة' })).toBeVisible();

  const unscripted = await stranger(browser, { ...phone, locale: 'ar', javaScriptEnabled: false });
  await unscripted.goto(address);
  await unscripted.getByLabel('اسمك').fill('Bert');
  await unscripted.getByLabel('اللغة').selectOption({ label: 'English' });
  await unscripted.getByRole('button', { name: 'تغيير' }).click();
  await expect(unscripted.getByLabel('Your name')).toHaveValue('Bert');
  await expect(unscripted.locator('html')).toHaveAttribute('lang', 'en');
  await unscripted.getByLabel('Your name').press('Enter');
  await expect(unscripted.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});
