import { expect } from '@playwright/test';
import { must } from '@weft/std';
import { type Metadata, testId } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { orders } from './orders.ts';
import { call, cell, middle, saved } from './people.ts';
import { test } from './product-test.ts';

test('records are linked in a list under the cell, seen in the record, and unlinked by undo', async ({
  atCsv,
}) => {
  const page = await atCsv('Linus Kett', orders);
  await page.getByRole('button', { name: 'Add field' }).first().click();
  await page.getByPlaceholder('Field name').fill('Follows');
  await page.getByRole('combobox', { name: /^Type/ }).click();
  await page.keyboard.type('Linked');
  await page.getByRole('option', { name: 'Linked record' }).click();
  await expect(page.getByRole('button', { name: 'Create field' })).toBeDisabled();
  const several = page.getByRole('switch', { name: 'Allow linking to several records' });
  await several.click();
  await expect(several).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Linked table' }).click();
  await page.getByRole('option', { name: /this table/ }).click();
  await expect(several).not.toBeChecked();
  await several.click();
  await page.getByRole('button', { name: 'Create field' }).click();

  await page.getByRole('columnheader', { name: /^Follows/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit field' }).click();
  await expect(page.getByRole('combobox', { name: 'Linked table' })).toBeDisabled();
  await expect(page.getByText("Can't edit the selected table")).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await cell(page, 1, 1).click();
  await page.keyboard.press('Alt+Enter');
  const record = page.getByRole('dialog', { name: 'Record' });
  await record.getByRole('button', { name: 'Follows: empty' }).click();
  await page.getByRole('combobox', { name: 'Follows: find a record' }).fill('Order 27');
  await page.getByRole('option', { name: /Order 27/ }).click();
  await expectAccessible(page, 'the records to link');
  await page.keyboard.press('Tab');
  await saved(page);
  await expect(record.getByRole('button', { name: 'Follows: Order 27' })).toBeVisible();
  await expect(record.getByText('You linked Order 27 to Follows')).toBeVisible();

  await record.getByRole('button', { name: 'Follows: Order 27' }).click();
  // A chip is taken off, and put back, without leaving the editor.
  await page.getByRole('button', { name: 'Remove Order 27' }).click();
  await expect(page.getByText('No linked records')).toBeVisible();
  await page.getByRole('option', { name: /^Order 27/ }).click();
  await page.getByRole('button', { name: 'Open Order 27' }).click();
  await expect(page.getByRole('textbox', { name: 'Order' }).last()).toHaveValue('Order 27');
  await page.keyboard.press('Escape');
  await expect(record).toHaveCount(1);
  await expect(record.getByRole('textbox', { name: 'Order' })).toHaveValue('Order 1');
  await page.keyboard.press('Escape');
  await expect(record).toBeHidden();
  await page.keyboard.press('Control+z');
  await saved(page);
  await page.keyboard.press('Alt+Enter');
  await expect(record.getByRole('button', { name: 'Follows: empty' })).toBeVisible();
  await page.keyboard.press('Escape');

  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const linkTo = async (name: string, cells: { readonly [name: string]: string }) => {
    const fields = Object.keys(cells).map((name, n) => ({
      id: testId('fld'),
      name,
      type: 'single_line_text',
      order: n,
    }));
    const data = Object.fromEntries(fields.map(({ id, name }) => [id, cells[name]]));
    const made = { basePublicId, name, fields, records: [{ data }] };
    const { table } = await call<{ readonly table: { readonly id: string } }>(
      page,
      '/rpc/tables.create',
      made,
    );
    const field = { name, type: 'linked_record', template: { tableId: table.id } };
    await call(page, '/rpc/fields.create', { basePublicId, tableId: must(metadata.tables[0]).id, field });
  };
  await linkTo('Tags', { Tag: 'Linen' });
  await linkTo('Towns', { Town: 'Aleppo', Own: 'حلب', Since: '12 May' });
  await page.keyboard.press('Alt+Enter');

  // Of a record with nothing but a name the list says so; the link back to here describes nothing.
  await record.getByRole('button', { name: 'Tags: empty' }).click();
  const option = page.getByRole('option');
  await expect(option).toContainText('No additional fields');
  await page.keyboard.press('Tab');
  // A text from right to left does not turn those after it.
  await record.getByRole('button', { name: 'Towns: empty' }).click();
  const own = await middle(option.getByText('حلب', { exact: true }));
  expect(own.x).toBeLessThan((await middle(option.getByText('12 May', { exact: true }))).x);
});
