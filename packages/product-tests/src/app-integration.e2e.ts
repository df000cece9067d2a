import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { must } from '@weft/std';
import { quickStart, signUp, startProduct } from '@weft/testkit';
import { portalBase } from './app-portal.ts';
import { testId } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { airtableToken, localAirtable } from './local-airtable.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

interface Draft {
  readonly version: number;
  readonly content: {
    readonly blocks: { readonly [id: string]: { readonly props: { [key: string]: string } } };
  };
}

test('a button of an app hands the record of its page to Airtable, and its run is in the log', async ({
  page,
  browser,
}) => {
  await using airtable = await localAirtable();
  await using product = await startProduct(
    { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_AIRTABLE: airtable.url },
    [...quickStart, '--import', atLocalServices],
  );
  const session = await signUp(product.url, 'Ines Moreau');
  const base = await portalBase(session, {
    'Léa Fournier': 'lea@brume.example',
    'Omar Haddad': 'omar@haddad.example',
  });
  const { flowId } = await session.mutate<{ flowId: string }>('apps.create', {
    ...{ name: 'Linen Studio', from: { kind: 'base', baseId: base.basePublicId, who: 'everyone' } },
  });
  await session.post('/admin/services/create/airtable', {
    ...{ serviceName: 'Guests', config: { apiKey: airtableToken } },
  });
  const { version, content } = await session.query<Draft>('apps.get', { flowId });
  const [orderPage, { props: ofOrder }] = must(
    Object.entries(content.blocks).find(
      ([, { props }]) => props.type === 'page' && props.table === base.orders,
    ),
  );
  const button = { type: 'button', text: 'Tell the workshop', look: 'primary' };
  await session.mutate('apps.edit', {
    ...{ flowId, version, editId: testId('edt') },
    edits: [
      {
        ...{ kind: 'block', id: testId('blk'), before: null },
        after: { parent: orderPage, order: 'zz', props: button },
      },
    ],
  });
  await sitDown(page, session);

  await test.step('an integration is set up for the records of a table', async () => {
    await page.goto(`${product.url}/editor/zite/${flowId}/integrations`);
    await page.getByRole('main').getByRole('button', { name: 'Add an integration' }).last().click();
    await expectAccessible(page, 'services that an app can be connected to');
    await page.getByRole('button', { name: /^Airtable/ }).click();
    await expect(page.getByRole('radio', { name: /ada@example.org/ })).toBeChecked();
    await page
      .getByRole('combobox', { name: 'Base' })
      .or(page.getByRole('button', { name: 'Base', exact: true }))
      .click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await page
      .getByRole('combobox', { name: 'Table' })
      .or(page.getByRole('button', { name: 'Table', exact: true }))
      .click();
    await page.getByRole('option', { name: 'People' }).click();
    await page.getByRole('combobox', { name: 'Records of' }).click();
    await page.getByRole('option', { name: 'Orders' }).click();
    await page.getByRole('combobox', { name: 'Field for Order', exact: true }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    // The list of the field before it closes by and by.
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Field for Value' }).click();
    await page.getByRole('option', { name: 'Seats' }).click();
    await expectAccessible(page, 'matching the fields of a table to those of a service');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Each record that is written stands here.')).toBeVisible();
  });

  await test.step('a button runs it', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByText(must(ofOrder.label)).first().click();
    await page.getByText('Tell the workshop').first().click();
    await page.getByRole('combobox', { name: 'When it is pressed' }).click();
    await page.getByRole('option', { name: 'Run an integration' }).click();
    await page.getByRole('combobox', { name: 'Integration', exact: true }).click();
    await page.getByRole('option', { name: 'Guests' }).click();
    await expectAccessible(page, 'a button that runs an integration');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(
      page
        .getByRole('button', { name: /Published/ })
        .or(page.getByText('Published'))
        .first(),
    ).toBeVisible();
  });

  await test.step('whoever presses it is told, and the record is there', async () => {
    const visitor = await browser.newPage();
    const record = base.recordId('Curtains, gauze');
    await visitor.goto(`${product.url}/a/${flowId}/${ofOrder.slug}/${record}`);
    await visitor.getByRole('button', { name: 'Tell the workshop' }).dblclick();
    await expect(visitor.getByText('Sent.')).toBeVisible();
    await expectAccessible(visitor, 'a page with a button that was pressed');
    await expect.poll(() => airtable.written).toEqual([{ fldName: 'Curtains, gauze', fldSeats: 760 }]);
    await visitor.close();
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
    await page
      .getByRole('navigation', { name: 'Integrations' })
      .getByRole('button', { name: /^Guests/ })
      .click();
    await expect(
      page.getByRole('region', { name: 'Runs' }).getByRole('listitem').filter({ hasText: 'Curtains, gauze' }),
    ).toContainText('Added');
  });
});
