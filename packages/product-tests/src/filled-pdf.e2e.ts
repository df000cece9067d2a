import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from '@playwright/test';
import { signUp, startProduct } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

async function registration(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 300]);
  const form = document.getForm();
  page.drawText('Registration', { x: 20, y: 260, size: 18 });
  form.createTextField('Name').addToPage(page, { x: 20, y: 210, width: 200, height: 20 });
  form.createTextField('Seats').addToPage(page, { x: 20, y: 170, width: 200, height: 20 });
  return Buffer.from(await document.save());
}

test('an uploaded PDF is filled in with each answer, and downloaded from the results', async ({
  page,
  browser,
}) => {
  await using product = await startProduct();
  const session = await signUp(product.url, 'Pia Paper', emailOf('Pia Paper'));
  const { flowId, address: form } = await madeForm(session, 'Autumn classes', [
    { type: 'short_text', label: 'Name', required: true },
    { type: 'number', label: 'Seats' },
  ]);
  await sitDown(page, session);
  await page.goto(`${product.url}/editor/${flowId}/integrations`);
  await page.getByRole('button', { name: 'Add an integration' }).click();
  await page.getByRole('button', { name: /^Generate PDF/ }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Fill in a PDF' }).click();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  const file = page.getByLabel('File of the PDF');
  await file.setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') });
  await expect(page.getByText('This file is not a PDF', { exact: true })).toBeVisible();
  await file.setInputFiles({
    ...{ name: 'Registration.pdf', mimeType: 'application/pdf', buffer: await registration() },
  });
  await expect(page.getByText('Registration.pdf')).toBeVisible();
  // Fields are matched by their names; the file is called as somebody says.
  await expect(page.getByRole('combobox', { name: 'Field for Seats' })).toContainText('Seats');
  await page.getByRole('combobox', { name: 'What goes into File name' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  await expectAccessible(page, 'filling in a PDF');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Generate PDF is on' })).toBeChecked();

  const guest = await browser.newPage();
  await guest.goto(form);
  await guest.getByLabel('Name').fill('Ada Łukasz');
  await guest.getByLabel('Seats').fill('2');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText(/Thank/)).toBeVisible();
  await guest.close();

  await expect(page.getByText('Made Ada Łukasz.pdf and kept it with the answer')).toBeVisible({
    timeout: 20_000,
  });
  await page.goto(`${product.url}/editor/${flowId}/results`);
  await page.getByText('Ada Łukasz', { exact: true }).first().click();
  const link = page.getByRole('link', { name: /Ada Łukasz\.pdf/ }).first();
  const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
  const bytes = await (await page.request.get(address)).body();
  const filled = (await PDFDocument.load(bytes)).getForm();
  expect([filled.getTextField('Name').getText(), filled.getTextField('Seats').getText()]).toEqual([
    'Ada Łukasz',
    '2',
  ]);
});
