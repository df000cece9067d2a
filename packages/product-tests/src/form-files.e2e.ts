import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a photo is sent again after the server was busy, a signature is drawn, and both are in the results', async ({
  page,
  product,
  browser,
}) => {
  const owner = await signUp(product.url, 'Olga Owner', emailOf('Olga Owner'));
  const { flowId, address } = await madeForm(owner, 'Check in', [
    { type: 'file', label: 'Photo of the room', required: true, settings: { accept: 'images', maxFiles: 2 } },
    {
      ...{ type: 'signature', label: 'Signature', required: true },
      parts: [{ name: 'typed', label: 'Type your name' }],
    },
    { type: 'video', label: 'How to check in', settings: { address: 'https://vimeo.com/76979871' } },
  ]);
  const guest = await (await browser.newContext(phone)).newPage();
  const foreign: string[] = [];
  guest.on('request', (request) => {
    if (!request.url().startsWith(product.url)) foreign.push(request.url());
  });
  await guest.goto(address);
  const chooser = guest.getByLabel('Photo of the room: choose files');
  await guest.route('**/files/*', (route) => route.fulfill({ status: 503, body: 'Busy' }), { times: 1 });
  await chooser.setInputFiles({ name: 'room.png', mimeType: 'image/png', buffer: png });
  await expect(guest.getByText('Not sent: It was not taken.')).toBeVisible();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('‘room.png’ was not sent: try it again, or remove it.')).toBeVisible();
  await guest.getByRole('button', { name: 'Try again to send room.png' }).click();
  await expect(guest.getByRole('button', { name: 'Remove room.png' })).toBeVisible();
  await expect(guest.locator('.files .failed')).toHaveCount(0);
  await chooser.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await expect(guest.getByText('Not sent: This takes images')).toBeVisible();
  await guest.getByRole('button', { name: 'Remove page.png' }).click();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('Draw your signature, or type your name').first()).toBeVisible();

  const pad = guest.locator('canvas');
  const box = await pad.boundingBox();
  if (box === null) throw new Error('no field to draw in');
  await guest.mouse.move(box.x + 40, box.y + 80);
  await guest.mouse.down();
  for (const [x, y] of [
    [80, 40],
    [120, 120],
    [160, 60],
    [240, 90],
  ] as const)
    await guest.mouse.move(box.x + x, box.y + y);
  await guest.mouse.up();
  await expect(guest.getByText('signature.png')).toBeVisible();
  await expect(guest.locator('.signature input[type=hidden]')).toHaveCount(1);
  await expectAccessible(guest, 'files and a signature');
  expect(foreign).toEqual([]);
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await guest.context().close();

  await sitDown(page, owner);
  await page.goto(`/editor/${flowId}/results`);
  await expect(
    page.getByRole('img', { name: 'room.png' }).or(page.getByText('room.png')).first(),
  ).toBeVisible();
});
