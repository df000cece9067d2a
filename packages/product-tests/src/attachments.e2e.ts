import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import type { Metadata } from './databases.ts';
import { call, cell, emailOf, invite, saved, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

/** A blue square of 8 by 8 pixels. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWOwjr6NFTEMLQkA49VcQY6f60UAAAAASUVORK5CYII=',
  'base64',
);
const plan = { name: 'plan.png', mimeType: 'image/png', buffer: image };
const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('linen') };

/** Adds a field of attachments behind the first one. */
async function addFiles(page: Page): Promise<void> {
  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const field = { name: 'Files', type: 'attachments' };
  await call(page, '/rpc/fields.create', { basePublicId, tableId: must(metadata.tables[0]).id, field });
  await expect(page.getByRole('columnheader', { name: 'Files' })).toBeVisible();
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Files' });

test('a reader looks at the images of a cell by key and double press, and at its record where it has none', async ({
  atCsv,
  newPerson,
}) => {
  const owner = await atCsv('Ada Owner', 'Order\nRunners\nTowels\n');
  await addFiles(owner);
  await cell(owner, 1, 2).dblclick();
  const dialog = dialogOf(owner);
  await dialog.getByLabel('Choose files').setInputFiles([plan]);
  await expect(dialog.getByText('1 file', { exact: true })).toBeVisible();
  await dialog.getByLabel('Choose files').setInputFiles([{ ...plan, name: 'side.png' }]);
  await expect(dialog.getByText('2 files')).toBeVisible();
  await saved(owner);
  const link = await invite(owner, emailOf('Rae Reader'));
  const page = await newPerson();
  await signUp(page, 'Rae Reader', link);
  await shareWith(owner, 'Rae Reader', 'read');
  await page.goto(new URL(owner.url()).pathname);

  await cell(page, 1, 2).click({ position: { x: 3, y: 3 } });
  await page.keyboard.press('Enter');
  const first = page.getByRole('dialog', { name: 'plan.png, 1 of 2' });
  await expect(first.getByRole('img', { name: 'plan.png' })).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: 'side.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await cell(page, 1, 2).dblclick();
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // The grid has the focus again.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Record' }).getByText('Towels')).toBeVisible();
});

test('files are uploaded into a cell, seen, ordered, downloaded, removed and brought back', async ({
  atCsv,
}) => {
  const page = await atCsv('Ada File', 'Order\nRunners\nTowels\n');
  await addFiles(page);
  await cell(page, 1, 2).dblclick();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Choose files').setInputFiles([plan, notes]);
  await expect(dialog.getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible();
  await expect(dialog.getByText('2 files')).toBeVisible();
  await expect(dialog.getByText('5 B · You · Just now', { exact: true })).toBeVisible();
  await expect(page.getByText('Successfully uploaded notes.txt')).toBeVisible();

  // An image is seen in full by mouse and key; Escape closes the topmost thing alone.
  await dialog.getByRole('button', { name: 'plan.png', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: 'plan.png, 1 of 1' });
  await expect(viewer.getByRole('img', { name: 'plan.png' })).toBeVisible();
  await expect(viewer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  const download = page.waitForEvent('download');
  await dialog.getByText('notes.txt').hover();
  await dialog.getByRole('button', { name: 'Download notes.txt' }).click();
  expect((await download).suggestedFilename()).toBe('notes.txt');
  await expect(page.getByText('Downloaded notes.txt')).toBeVisible();

  await dialog.getByRole('link', { name: 'notes.txt', exact: true }).press('Alt+ArrowUp');
  await expect(dialog.getByRole('listitem').first()).toContainText('notes.txt');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await saved(page);
  await expect(cell(page, 1, 2)).toHaveText('notes.txtplan.png');
  // The thumbnail is made by a job; the cell asks for it again.
  await expect
    .poll(() => cell(page, 1, 2).evaluate((element) => element.querySelector('img')?.naturalWidth), {
      timeout: 15_000,
    })
    .toBe(8);

  await page.reload();
  await expect(cell(page, 1, 2)).toHaveText('notes.txtplan.png');
  await cell(page, 1, 2).dblclick();
  await dialog.getByText('plan.png').hover();
  await dialog.getByRole('button', { name: 'Remove plan.png' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(cell(page, 1, 2)).toHaveText('notes.txt');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 2)).toHaveText('notes.txtplan.png');

  // Copied to another record, it is the same file.
  await cell(page, 1, 2).click();
  await page.keyboard.press('Control+c');
  await cell(page, 2, 2).click();
  await page.keyboard.press('Control+v');
  await expect(cell(page, 2, 2)).toHaveText('notes.txtplan.png');
  await saved(page);
});

test('an upload shows how much was sent, and is cancelled or tried again while the others go on', async ({
  atCsv,
}) => {
  const page = await atCsv('Ada Slow', 'Order\nRunners\n');
  await addFiles(page);
  await cell(page, 1, 2).dblclick();
  const dialog = dialogOf(page);

  // A slow line, so that there is a middle.
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 500_000 });
  await dialog
    .getByLabel('Choose files')
    .setInputFiles([
      { name: 'film.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000) },
      notes,
    ]);
  const bar = dialog.getByRole('progressbar', { name: 'Uploading film.bin' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await dialog.getByRole('button', { name: 'Cancel upload of film.bin' }).click();
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await expect(dialog.getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible();
  await expect(dialog.getByText('film.bin')).toHaveCount(0);

  await page.route('**/fileupload', (route) => route.abort());
  await dialog.getByLabel('Choose files').setInputFiles([plan]);
  await expect(dialog.getByRole('alert')).toHaveText('Failed to upload file');
  await page.unroute('**/fileupload');
  await dialog.getByRole('button', { name: 'Retry plan.png' }).click();
  await expect(dialog.getByText('2 files')).toBeVisible();

  // The address of a file that this database holds is not fetched; one of a private network never is.
  await page.getByRole('tab', { name: 'Link' }).click();
  const address = dialog.getByLabel('Address of the file');
  await address.fill(
    new URL(must(await dialog.getByRole('link', { name: 'notes.txt' }).getAttribute('href')), page.url())
      .href,
  );
  await address.press('Enter');
  await expect(page.getByText('Added notes.txt', { exact: true })).toBeVisible();
  await expect(dialog.getByText('3 files')).toBeVisible();
  await address.fill('http://10.0.0.1/photo.png');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/leads into a private network/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await saved(page);
  await expect(cell(page, 1, 2)).toHaveText('notes.txtplan.pngnotes.txt');
});

/** Hands a file to a part of the page, as a drop or a paste does. This package is Node's: what runs there is text. */
const transfer = (page: Page, type: 'drop' | 'paste', selector: string, name: string): Promise<unknown> =>
  page.evaluate(`{
    const element = document.querySelector(${JSON.stringify(selector)});
    const data = new DataTransfer();
    data.items.add(new File(['linen'], '${name}', { type: 'text/plain' }));
    const { x, y } = element.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5 };
    element.dispatchEvent(
      '${type}' === 'drop'
        ? new DragEvent('drop', { ...at, dataTransfer: data })
        : new ClipboardEvent('paste', { ...at, clipboardData: data }),
    );
  }`);
const place = (row: number, column: number): string =>
  `[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`;

test('files are dropped on a cell and pasted into one; what is on its way goes on when its dialog is closed', async ({
  atCsv,
}) => {
  const page = await atCsv('Ada Drop', 'Order\nRunners\nTowels\n');
  await addFiles(page);
  const dialog = dialogOf(page);
  await transfer(page, 'drop', place(1, 2), 'drop.txt');
  await expect(dialog.getByRole('link', { name: 'drop.txt', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(cell(page, 1, 2)).toHaveText('drop.txt');

  await cell(page, 2, 2).click();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/fileupload', async (route) => {
    await held;
    await route.continue();
  });
  await transfer(page, 'paste', '[data-grid-cells]', 'paste.txt');
  await expect(dialog.getByText('paste.txt')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  goOn();
  await expect(cell(page, 2, 2)).toHaveText('paste.txt');
  await expect(page.getByText('Successfully uploaded paste.txt')).toBeVisible();
  // A text is no place for a file.
  await transfer(page, 'drop', place(2, 1), 'lost.txt');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(cell(page, 2, 2)).toHaveText('');
});
