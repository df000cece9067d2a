import { expect, type Page } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { test } from './product-test.ts';

/** Does what the script of Meta does: it takes what waits in the queue, and tells each thing by an image of its own. */
const meta = `const tell = (...all) => { new Image().src = 'https://www.facebook.com/tr/?' + encodeURIComponent(JSON.stringify(all)); };
for (const all of fbq.queue) tell(...all);
fbq.callMethod = tell;`;

async function metaAt(page: Page): Promise<readonly (readonly unknown[])[]> {
  const told: (readonly unknown[])[] = [];
  await page.route('https://connect.facebook.net/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: meta }),
  );
  await page.route('https://www.facebook.com/**', (route) => {
    told.push(JSON.parse(decodeURIComponent(new URL(route.request().url()).search.slice(1))));
    return route.fulfill({ contentType: 'image/gif', body: '' });
  });
  return told;
}

test('nobody else is told of a visitor before they allow it, and nothing after they stop it', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Tara Tag');
  const { flowId, address } = await madeForm(owner, 'Guests', [{ type: 'short_text', label: 'Your name' }]);
  const { service } = await owner.post<{ service: { id: string } }>('/admin/services/create/facebookPixel', {
    ...{ serviceName: 'Pixel', config: { pixelId: '123456789012345' } },
  });
  await owner.mutate('integrations.connect', {
    ...{ flowId, serviceId: service.id, serviceType: 'facebookPixel' },
    writeQuery: { config: { settings: {}, nameMappings: {}, when: null } },
  });
  const away: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) away.push(request.url());
  });
  const told = await metaAt(page);
  await page.goto(address);
  await expect(page.getByText('May Meta Pixel count your visit?')).toBeVisible();
  await expectAccessible(page, 'a form that asks to count a visit');
  await page.getByLabel('Your name').fill('Ada');
  expect(away).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => told.map(([what, name]) => `${what} ${name}`)).toContain('track PageView');
  expect(told).toContainEqual(['set', 'autoConfig', false, '123456789012345']);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect.poll(() => told.map(([what, name]) => `${what} ${name}`)).toContain('track Lead');
  expect(JSON.stringify(told)).not.toContain('Ada');

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.goto(`${address}?new`);
  await expect(page.getByText('Meta Pixel does not count your visit.')).toBeVisible();
  const count = away.length;
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(away.length).toBe(count);
});
