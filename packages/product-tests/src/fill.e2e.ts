import { expect, type Locator, type Page } from '@playwright/test';
import { cell, middle, saved, spoken } from './people.ts';
import { test } from './product-test.ts';

const rows = Array.from({ length: 16 }, (_, index) => {
  const number = index + 1;
  if (number > 10) return `Order ${number},,,,`;
  return `Order ${number},Batch ${number},${number * 5},${number % 2 === 0 ? 'Held' : 'Weaving'},${String(number).padStart(2, '0')}/21/2026`;
});
/** 16 orders, ten of them filled: Order, Batch (text), Metres (number), Stage (select), Due (date). */
const orders = `Order,Batch,Metres,Stage,Due\n${rows.join('\n')}\n`;

const corner = (page: Page): Locator => page.locator('.wg-fill:visible');

async function dragCorner(page: Page, to: Locator, meanwhile?: () => Promise<void>): Promise<void> {
  const from = await middle(corner(page));
  const end = await middle(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await meanwhile?.();
  await page.mouse.up();
}

test('the corner of the selection goes on with numbers, texts and dates as one step', async ({ atCsv }) => {
  const page = await atCsv('Fay Fill', orders);
  const keys = page.keyboard;
  await cell(page, 9, 2).click();
  await cell(page, 10, 5).click({ modifiers: ['Shift'] });
  await dragCorner(page, cell(page, 13, 5), async () => {
    await expect(page.locator('.wg-filling:visible')).toBeVisible();
  });
  await expect(cell(page, 11, 2)).toHaveText('Batch 11');
  await expect(cell(page, 13, 2)).toHaveText('Batch 13');
  await expect(cell(page, 13, 3)).toHaveText('65');
  await expect(cell(page, 11, 4)).toHaveText('Weaving');
  await expect(cell(page, 12, 4)).toHaveText('Held');
  await expect(cell(page, 11, 5)).toHaveText('11/21/2026');
  await expect(spoken(page)).toHaveText('5 rows by 4 columns selected');
  await expect(cell(page, 14, 2)).toHaveText('');
  await keys.press('Control+z');
  await expect(cell(page, 11, 2)).toHaveText('');
  await expect(cell(page, 13, 5)).toHaveText('');
  await saved(page);

  // With Ctrl held a text with a number is copied; alone, a number is.
  await cell(page, 10, 2).click();
  await dragCorner(page, cell(page, 12, 2), () => keys.down('Control'));
  await keys.up('Control');
  await expect(cell(page, 12, 2)).toHaveText('Batch 10');
  await cell(page, 10, 3).click();
  await dragCorner(page, cell(page, 12, 3));
  await expect(cell(page, 12, 3)).toHaveText('50');

  // Upwards; and Escape while dragging leaves everything as it was.
  await cell(page, 5, 3).click();
  await cell(page, 6, 3).click({ modifiers: ['Shift'] });
  await dragCorner(page, cell(page, 3, 3));
  await expect(cell(page, 3, 3)).toHaveText('15');
  await cell(page, 1, 2).click();
  await dragCorner(page, cell(page, 6, 2), () => keys.press('Escape'));
  await expect(page.locator('.wg-filling:visible')).toHaveCount(0);
  await expect(cell(page, 2, 2)).toHaveText('Batch 2');
});

test('a double press fills down as far as the column beside it, and the keys copy from the edge', async ({
  atCsv,
}) => {
  const page = await atCsv('Gus Down', orders);
  const keys = page.keyboard;
  await cell(page, 10, 2).click();
  await corner(page).dblclick();
  await expect(cell(page, 11, 2)).toHaveText('Batch 11');
  await keys.press('Control+End');
  await expect(cell(page, 16, 2)).toHaveText('Batch 16');
  await keys.press('Control+z');
  await expect(cell(page, 16, 2)).toHaveText('');

  await keys.press('Control+Home');
  await cell(page, 1, 3).click();
  await cell(page, 4, 4).click({ modifiers: ['Shift'] });
  await keys.press('Control+d');
  await expect(cell(page, 4, 3)).toHaveText('5');
  await expect(cell(page, 4, 4)).toHaveText('Weaving');
  await cell(page, 2, 2).click();
  await keys.press('Control+r');
  await expect(cell(page, 2, 2)).toHaveText('Order 2');
});

test('leading columns are held by their border and by the menu, for everyone and after a reload', async ({
  atCsv,
}) => {
  const page = await atCsv('Hal Hold', orders);
  const header = (name: string) => page.getByRole('columnheader', { name });
  const end = async (name: string) => {
    const box = await header(name).boundingBox();
    if (box === null) throw new Error(`no header ${name}`);
    return box.x + box.width;
  };
  const border = page.locator('.wg-freeze');
  const from = await middle(border);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((await end('Batch')) - 10, from.y, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('.wg-header .wg-frozen').getByRole('columnheader')).toHaveCount(3);
  await expect(cell(page, 1, 2)).toHaveText('Batch 1');
  await saved(page);
  await page.reload();
  await expect(page.locator('.wg-header .wg-frozen').getByRole('columnheader')).toHaveCount(3);
  const before = await header('Batch').boundingBox();
  await page.setViewportSize({ width: 900, height: 700 });
  await page.locator('[data-grid-scroller]').evaluate((scroller) => scroller.scrollBy(200, 0));
  await expect.poll(async () => (await header('Batch').boundingBox())?.x).toBe(before?.x);
  await page.getByRole('button', { name: 'Batch: field menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Unfreeze columns' }).click();
  await expect(page.locator('.wg-header .wg-frozen').getByRole('columnheader')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.locator('.wg-header .wg-frozen').getByRole('columnheader')).toHaveCount(3);
});

test('a table copied in another program lands by what its cells hold, not by what they show', async ({
  atCsv,
}) => {
  const page = await atCsv('Ida Sheet', orders);
  const number = (value: number, format: object, shown: string) =>
    `<td data-sheets-value='${JSON.stringify({ 1: 3, 3: value })}' data-sheets-numberformat='${JSON.stringify(format)}'>${shown}</td>`;
  const html = `<google-sheets-html-origin><table data-sheets-root="1"><tbody><tr><td>007</td>${number(12_345, { 1: 2, 2: '#,##0' }, '12 thousand')}<td>Quoted</td>${number(46_115, { 1: 5 }, '3/4')}</tr><tr><td colspan="2">both</td><td></td><td></td></tr></tbody></table>`;
  const text = '007\t12 thousand\tQuoted\t3/4\nboth\t\t\t';
  await cell(page, 11, 2).click();
  // This package is Node's: what runs in the page is written as text.
  await page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(html)});
    data.setData('text/plain', ${JSON.stringify(text)});
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector('.wg-proxy').dispatchEvent(paste);
  }`);
  await expect(cell(page, 11, 2)).toHaveText('007');
  await expect(cell(page, 11, 3)).toHaveText('12345');
  await expect(cell(page, 11, 4)).toHaveText('Quoted');
  await expect(cell(page, 11, 5)).toHaveText('04/03/2026');
  await expect(cell(page, 12, 2)).toHaveText('both');
  await expect(cell(page, 12, 3)).toHaveText('');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 11, 2)).toHaveText('');
  await expect(cell(page, 11, 4)).toHaveText('');
});
