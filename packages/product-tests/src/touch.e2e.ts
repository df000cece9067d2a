import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import { call, middle, saved, signUp, spoken } from './people.ts';
import { test } from './product-test.ts';

const rows = Array.from(
  { length: 60 },
  (_, index) => `Order ${index + 1},${['Weaving', 'Held'][index % 2]},${index + 1},note ${index + 1}`,
);
/** 60 orders: Order, Stage (select), Metres (number), Notes. */
const orders = `Order,Stage,Metres,Notes\n${rows.join('\n')}\n`;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** No column of boxes on a phone: the first column is the record's name. */
const phoneCell = (page: Page, row: number, column: number): Locator =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`);

type Point = { readonly x: number; readonly y: number };

const touch = (fingers: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
  fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });

/** A finger goes from one point to another; `rest` has it wait before it moves. */
async function draw(
  fingers: CDPSession,
  from: Point,
  to: Point,
  rested?: () => Promise<void>,
): Promise<void> {
  await touch(fingers, 'touchStart', from);
  await rested?.();
  for (let step = 1; step <= 8; step++)
    await touch(fingers, 'touchMove', {
      x: from.x + ((to.x - from.x) * step) / 8,
      y: from.y + ((to.y - from.y) * step) / 8,
    });
  await touch(fingers, 'touchEnd');
}

test('a finger scrolls, a tap selects, a second one edits', async ({ atCsv }) => {
  const page = await atCsv('Tia Tap', orders);
  const fingers = await page.context().newCDPSession(page);
  const scroller = page.locator('[data-grid-scroller]');
  await draw(fingers, await middle(phoneCell(page, 9, 2)), await middle(phoneCell(page, 2, 2)));
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await expect(spoken(page)).toHaveText('');
  // What a finger moved glides on for a while.
  const backAtTop = () =>
    scroller.evaluate(async (element) => {
      element.scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return element.scrollTop;
    });
  await expect.poll(backAtTop).toBe(0);

  const metres = phoneCell(page, 3, 3);
  await metres.tap();
  await expect(spoken(page)).toHaveText('Metres, 3, row 3');
  const editor = page.locator('.wg-editor input, .wg-editor textarea');
  await expect(editor).toHaveCount(0);
  await metres.tap();
  await expect(editor).toBeFocused();
  // What is typed on is large enough that a phone does not zoom in, and inside its screen.
  const box = await page.locator('.wg-editor').boundingBox();
  expect(box === null ? 0 : box.x + box.width).toBeLessThanOrEqual(390);
  await editor.fill('42');
  await editor.press('Enter');
  await expect(metres).toHaveText('42');
  await saved(page);

  const stage = phoneCell(page, 4, 2);
  await stage.tap();
  await stage.tap();
  await page.getByRole('option', { name: 'Weaving' }).tap();
  await expect(stage).toHaveText('Weaving');

  // The name is the record's door: a second tap on it opens the record, however fast it comes.
  const name = phoneCell(page, 2, 1);
  await name.tap();
  await expect(spoken(page)).toHaveText('Order, Order 2, row 2');
  await name.tap();
  const record = page.getByRole('dialog', { name: 'Record' });
  await expect(record.getByRole('textbox', { name: 'Order' })).toHaveValue('Order 2');
  await record.getByRole('button', { name: 'Close' }).tap();
  await expect(record).toBeHidden();
  await expect(editor).toHaveCount(0);

  const notes = phoneCell(page, 5, 4);
  await scroller.evaluate((element) => element.scrollBy(400, 0));
  await notes.tap();
  await notes.tap();
  await expect(editor).toBeFocused();
  await page.keyboard.type(' and more');
  await page.keyboard.press('Escape');
  await expect(notes).toHaveText('note 5');
});

test('a finger that rests selects, draws a range and moves its grips', async ({ atCsv }) => {
  const page = await atCsv('Lou Long', orders);
  const fingers = await page.context().newCDPSession(page);
  const grips = page.locator('.wg-grip:visible');
  const from = await middle(phoneCell(page, 3, 2));
  await draw(fingers, from, await middle(phoneCell(page, 5, 2)), async () => {
    await expect(grips).toHaveCount(2);
    await expect(spoken(page)).toHaveText('Stage, Weaving, row 3');
  });
  await expect(spoken(page)).toHaveText('3 rows by 1 column selected');
  await expect(page.getByRole('menu')).toHaveCount(0);
  expect(await page.locator('[data-grid-scroller]').evaluate((element) => element.scrollTop)).toBe(0);

  // The last grip is pulled further down, the first one up.
  await draw(
    fingers,
    await middle(page.locator('.wg-grip.is-end:visible')),
    await middle(phoneCell(page, 7, 2)),
  );
  await expect(spoken(page)).toHaveText('5 rows by 1 column selected');
  await draw(
    fingers,
    await middle(page.locator('.wg-grip:not(.is-end):visible')),
    await middle(phoneCell(page, 2, 1)),
  );
  await expect(spoken(page)).toHaveText('6 rows by 2 columns selected');

  // Resting on the range opens the menu of its cells.
  await touch(fingers, 'touchStart', await middle(phoneCell(page, 4, 2)));
  await expect(page.getByRole('menuitem', { name: 'Clear' })).toBeVisible();
  await touch(fingers, 'touchEnd');
  await page.getByRole('menuitem', { name: 'Clear' }).tap();
  await expect(phoneCell(page, 4, 2)).toHaveText('');
  await expect(phoneCell(page, 7, 1)).toHaveText('');
  await expect(phoneCell(page, 8, 2)).toHaveText('Held');

  // A tap elsewhere is a plain selection again.
  await phoneCell(page, 9, 1).tap();
  await expect(grips).toHaveCount(0);
});

test('a finger that rests on an item of home selects it, and does not open it', async ({ page }) => {
  await signUp(page, 'Tom Touch');
  await call(page, '/admin/bases', { baseName: 'Plans' });
  await page.goto('/home');
  const fingers = await page.context().newCDPSession(page);
  await touch(fingers, 'touchStart', await middle(page.getByRole('heading', { name: 'Plans' })));
  await expect(page.getByRole('toolbar', { name: 'Selected items' })).toContainText('1 selected');
  await touch(fingers, 'touchEnd');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL('/home');
});
