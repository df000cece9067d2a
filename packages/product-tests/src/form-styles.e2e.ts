import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { sitDown, test } from './product-test.ts';

test('styles of a form’s own are seen while they are written, and what is left out is named by its line', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Stella Style');
  const { flowId, address } = await madeForm(owner, 'Guests', [{ type: 'short_text', label: 'Name' }]);
  await sitDown(page, owner);
  await page.goto(`/editor/${flowId}/settings`);
  const css = page.getByLabel(/^CSS/);
  await css.fill('h1 { color: rgb(1, 2, 3) }\nmain { position: fixed }');
  await expect(
    page.getByText('Line 2: the property ‘position’ is not allowed', { exact: true }),
  ).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toBeDisabled();
  const preview = page.frameLocator('iframe[title="Preview with these styles"]');
  await expect(preview.getByRole('heading', { name: 'Guests' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await css.fill('h1 { color: rgb(4, 5, 6) }');
  await expect(preview.getByRole('heading', { name: 'Guests' })).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(page.getByText(/^Line/)).toHaveCount(0);
  await publish.click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Guests' })).toHaveCSS('color', 'rgb(4, 5, 6)');
});
