import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { localSpreadsheets, localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { quickStart, type Session, signUp, startProduct } from '@weft/testkit';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const atLocalServices = fileURLToPath(new URL('./at-local-services.ts', import.meta.url));

/** Somebody’s receiver of a webhook; what it was told. */
async function startReceiver() {
  const told: { readonly headers: { readonly [name: string]: unknown }; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    told.push({ headers: request.headers, body: await text(request) });
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
    told,
    [Symbol.dispose]: () => void server.close(),
  };
}

/** Signs a connection in as a browser does, without one. */
async function signedIn({ url, headers }: Session, signInUrl: string): Promise<void> {
  const led = async (address: string) => {
    const answer = await fetch(new URL(address, url), { redirect: 'manual', headers });
    return answer.headers.get('location') ?? '';
  };
  expect(await led(await led(await led(signInUrl)))).toContain('connected=');
}

test('an answer goes to a sheet, a base, a channel, a PDF and a webhook at once; the one that refused it is sent again', async ({
  page,
  browser,
}) => {
  using receiver = await startReceiver();
  const types = ['googlesheets', 'airtable', 'slack'];
  // Another test of this process may have left sheets of its own.
  localSpreadsheets.reset([]);
  const local = await localVendors(types);
  await using vendors = local.server;
  const settings = { ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOCAL_VENDORS: vendors.localUrl('https:/') };
  await using product = await startProduct(settings, [...quickStart, '--import', atLocalServices]);
  const session = await signUp(product.url, 'Flora Many', emailOf('Flora Many'));
  const { flowId, address, ids } = await madeForm(session, 'Harvest supper', [
    { type: 'short_text', label: 'Name', required: true },
  ]);
  const questionId = must(ids[0]);
  const written = {
    googlesheets: { 100: { questionId } },
    airtable: { fldName: { questionId } },
    slack: { text: { template: '{{Name}} comes' } },
  };
  for (const [serviceType, nameMappings] of Object.entries(written)) {
    const provider = serviceType === 'googlesheets' ? 'google' : serviceType;
    await session.mutate('integrations.setApp', { provider, ...must(local.providers.get(provider)).app });
    const { service, signInUrl } = await session.post<{ service: { id: string }; signInUrl: string }>(
      `/admin/services/create/${serviceType}`,
      { serviceName: serviceType, config: {} },
    );
    await signedIn(session, signInUrl);
    await session.mutate('integrations.connect', {
      ...{ flowId, serviceId: service.id, serviceType },
      writeQuery: {
        config: { settings: must(local.vendors.get(serviceType)).target, nameMappings, when: null },
      },
    });
  }
  const { service: pdfs } = await session.post<{ service: { id: string } }>(
    '/admin/services/create/generatePDF',
    { serviceName: 'generatePDF', config: {} },
  );
  const nameMappings = { name: { template: 'Ticket of {{Name}}' }, text: { template: '# {{Name}} comes' } };
  await session.mutate('integrations.connect', {
    ...{ flowId, serviceId: pdfs.id, serviceType: 'generatePDF' },
    writeQuery: { config: { settings: {}, nameMappings, when: null } },
  });
  const { secret } = await session.mutate<{ secret: string }>('forms.addWebhook', {
    ...{ flowId, url: receiver.url },
  });

  vendors.reset();
  vendors.brokenHosts.set('api.airtable.com', { kind: 'status', status: 422 });
  const guest = await browser.newPage();
  await guest.goto(address);
  await guest.getByLabel('Name').fill('Ada');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText(/Thank/)).toBeVisible();
  await guest.close();

  await sitDown(page, session);
  await page.goto(`${product.url}/editor/${flowId}/integrations`);
  const rail = page.getByRole('navigation', { name: 'Integrations' });
  const runs = page.getByRole('region', { name: 'Runs' });
  const run = runs.getByRole('listitem');
  const shown = async (service: string) =>
    rail.getByRole('button', { name: new RegExp(`^${service}`) }).click();
  await shown('googlesheets');
  await expect(run).toContainText('Added a row', { timeout: 30_000 });
  await shown('slack');
  await expect(run).toContainText('Posted a message', { timeout: 30_000 });
  await shown('generatePDF');
  await expect(run).toContainText('Made Ticket of Ada.pdf and kept it with the answer', { timeout: 30_000 });
  await shown('airtable');
  await expect(run).toContainText('Told by the test', { timeout: 30_000 });
  vendors.brokenHosts.clear();
  await expect(rail).toContainText('1 failed');
  await run.getByRole('button', { name: 'Replay' }).click();
  await expect(run).toContainText('Added', { timeout: 30_000 });
  await expect(rail).not.toContainText('failed');

  const added = vendors.calls.flatMap(({ route, body }) => (vendors.isAdding(route, body) ? [body] : []));
  expect(added).toHaveLength(3);
  expect(added).toEqual(
    expect.arrayContaining([
      { majorDimension: 'ROWS', values: [["'Ada"]] },
      { typecast: true, records: [{ fields: { fldName: 'Ada' } }] },
      expect.objectContaining({ text: 'Ada comes' }),
    ]),
  );
  expect(vendors.violations).toEqual([]);
  await expect.poll(() => receiver.told.length).toBe(1);
  const [{ headers, body }] = receiver.told as [(typeof receiver.told)[number]];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(receiver.told).toHaveLength(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/home/integrations`);
  await expect(page.getByRole('button', { name: 'Project management' })).toBeAttached();
  // The filters are pushed sideways, not the page.
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
});
