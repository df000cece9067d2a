import { expect } from '@playwright/test';
import { orders } from './orders.ts';
import { cell, saved, spoken } from './people.ts';
import { test } from './product-test.ts';

test('the keys of a spreadsheet move, select, edit and take back', async ({ atCsv }) => {
  const page = await atCsv('Ann Key', orders);
  const keys = page.keyboard;
  await cell(page, 1, 1).click();
  await keys.press('ArrowDown');
  await keys.press('ArrowRight');
  await expect(spoken(page)).toHaveText('Stage, Finishing, row 2');
  await keys.press('Control+ArrowDown');
  await expect(spoken(page)).toHaveText('Stage, Held, row 60');
  await keys.press('Control+Home');
  await expect(spoken(page)).toHaveText('Order, Order 1, row 1');
  await keys.press('End');
  await keys.press('Tab');
  await expect(spoken(page)).toHaveText('Order, Order 2, row 2');
  await keys.press('Shift+ArrowDown');
  await keys.press('Shift+ArrowRight');
  await expect(spoken(page)).toHaveText('2 rows by 2 columns selected');

  // Typing replaces, F2 and Enter edit what is there, Escape gives back.
  await cell(page, 3, 1).click();
  await keys.type('Schal 🧣');
  await keys.press('Escape');
  await expect(cell(page, 3, 1)).toHaveText('Order 3');
  await keys.press('F2');
  await keys.type(' b');
  await keys.press('Enter');
  await expect(cell(page, 3, 1)).toHaveText('Order 3 b');
  await expect(spoken(page)).toHaveText('Order, Order 4, row 4');
  await keys.press('Delete');
  await expect(cell(page, 4, 1)).toHaveText('');

  // Space ticks a box, a range of them as one step.
  await cell(page, 1, 4).click({ position: { x: 6, y: 6 } });
  await keys.press('Space');
  await expect(cell(page, 1, 4)).toHaveAccessibleName('Checked');

  // What is no number replaces one too, and is kept as it was typed.
  await cell(page, 5, 3).click();
  await keys.type('=2+3');
  await keys.press('Enter');
  await expect(cell(page, 5, 3)).toHaveText('=2+3');
  await expect(cell(page, 5, 3)).toHaveClass(/is-unfit/);
  await keys.type('12.5');
  await keys.press('Enter');
  await expect(cell(page, 6, 3)).toHaveText('12.5');

  for (const _step of [1, 2, 3, 4, 5]) {
    await keys.press('Control+z');
    await saved(page);
  }
  await expect(cell(page, 3, 1)).toHaveText('Order 3');
  await expect(cell(page, 4, 1)).toHaveText('Order 4');
  await expect(cell(page, 1, 4)).toHaveAccessibleName('Not checked');
  await keys.press('Control+y');
  await expect(cell(page, 3, 1)).toHaveText('Order 3 b');

  // Row after row is filled in: Enter goes on below the cell where Tab set out, an arrow where one typed goes on too.
  await cell(page, 7, 1).click();
  for (const key of ['a', 'Tab', 'w', 'Tab', '7', 'Enter']) await keys.press(key);
  await expect(spoken(page)).toHaveText('Order, Order 8, row 8');
  await expect(cell(page, 7, 3)).toHaveText('7');
  await keys.type('b');
  await keys.press('ArrowDown');
  await expect(cell(page, 8, 1)).toHaveText('b');
  await expect(spoken(page)).toHaveText('Order, Order 9, row 9');
  // Ctrl+Enter fills all that is selected with what was written, each field as it reads it.
  await cell(page, 10, 1).click();
  await cell(page, 11, 3).click({ modifiers: ['Shift'] });
  await keys.type('5');
  await keys.press('Control+Enter');
  for (const row of [10, 11])
    for (const column of [1, 2, 3]) await expect(cell(page, row, column)).toHaveText('5');
});

test('records are filled in one after the other, past the last one too', async ({ atCsv }) => {
  const page = await atCsv('Fay Fill', 'Order,Metres,Paid\nRunners,10,yes\nTowels,20,no\n');
  const keys = page.keyboard;
  const records = (count: number) => expect(page.getByText(`${count} records`)).toBeVisible();
  // Shift+Enter saves what is typed and begins a record; nothing that was there is written over.
  await cell(page, 1, 2).click();
  await keys.type('11');
  for (const name of ['Throws', 'Scarves']) {
    await keys.press('Shift+Enter');
    await keys.type(name);
  }
  // Tab goes on to the next cell, behind the last one in a new record; Enter below the last one in the same field.
  for (const key of ['Tab', '4', 'Tab', 'Space', 'Tab']) await keys.press(key);
  await expect(spoken(page)).toHaveText('Order, empty, row 5');
  await keys.type('Belts');
  await keys.press('Enter');
  await keys.type('Shawls');
  await keys.press('Enter');
  await records(7);
  for (const [row, name] of ['Runners', 'Towels', 'Throws', 'Scarves', 'Belts', 'Shawls', ''].entries())
    await expect(cell(page, row + 1, 1)).toHaveText(name);
  await expect(cell(page, 1, 2)).toHaveText('11');
  await expect(cell(page, 4, 2)).toHaveText('4');
  await expect(cell(page, 4, 3)).toHaveAccessibleName('Checked');
  // An empty record is the end: Enter stays on it, Tab leaves it.
  for (const key of ['F2', 'Enter', 'Tab', 'Tab', 'Tab']) await keys.press(key);
  await records(7);
  await expect(page.getByRole('textbox', { name: /: cells$/ })).not.toBeFocused();
  await saved(page);
  await page.reload();
  await records(7);
  await expect(cell(page, 6, 1)).toHaveText('Shawls');
});

test('cells are copied, pasted and cut as one step each, and a paste grows the table', async ({ atCsv }) => {
  const page = await atCsv('Ben Clip', orders);
  const keys = page.keyboard;
  await cell(page, 1, 1).click();
  await cell(page, 2, 3).click({ modifiers: ['Shift'] });
  await keys.press('Control+c');
  await cell(page, 4, 1).click();
  await keys.press('Control+v');
  await expect(cell(page, 5, 1)).toHaveText('Order 2');
  await expect(cell(page, 5, 2)).toHaveText('Finishing');
  await expect(cell(page, 5, 3)).toHaveText('20');
  await keys.press('Control+z');
  await expect(cell(page, 5, 1)).toHaveText('Order 5');
  await expect(cell(page, 4, 3)).toHaveText('40');
  await expect(page.getByText('Undone: Pasted 4 cells in 2 fields')).toBeVisible();

  // From another program: text, a label that is no option yet, a text that is no number, and rows beyond the last.
  const copied = 'A "quoted" name\tQuoted\tabout 12\n"two\nlines"\tHeld\t7\n';
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
  await keys.press('Control+End');
  await keys.press('Home');
  await keys.press('Control+v');
  await expect(page.getByText('61 records')).toBeVisible();
  await expect(cell(page, 60, 1)).toHaveText('A "quoted" name');
  await expect(cell(page, 60, 2)).toHaveText('Quoted');
  await expect(cell(page, 60, 3)).toHaveText('');
  await expect(
    page.getByText('Pasted 2 rows: 1 new record. Left empty: 1 cell, where what was pasted is no number.'),
  ).toBeVisible();
  await expect(cell(page, 61, 1)).toHaveText('two lines');
  await keys.press('Control+z');
  await expect(page.getByText('60 records')).toBeVisible();
  await expect(page.getByText('Undone: Pasted 2 rows')).toBeVisible();
  await expect(cell(page, 60, 1)).toHaveText('Order 60');
  await expect(cell(page, 60, 2)).toHaveText('Held');

  await keys.press('Control+Home');
  await keys.press('Control+x');
  await expect(cell(page, 1, 1)).toHaveText('');
  await keys.press('ArrowDown');
  await keys.press('Control+v');
  await expect(cell(page, 2, 1)).toHaveText('Order 1');

  // A number with the other decimal mark is asked about, pasted or typed.
  await cell(page, 3, 3).click();
  await page.evaluate(`navigator.clipboard.writeText('4,50')`);
  await keys.press('Control+v');
  await expect(cell(page, 3, 3)).toHaveText('4,50');
  await page.getByRole('button', { name: 'Read as numbers' }).click();
  await expect(cell(page, 3, 3)).toHaveText('4.5');
  await cell(page, 4, 3).click();
  await keys.type('1.234,5');
  await keys.press('Enter');
  await expect(cell(page, 4, 3)).toHaveText('1.234,5');
  await page.getByRole('button', { name: 'Read as a number' }).click();
  await expect(cell(page, 4, 3)).toHaveText('1234.5');
});

test('the mouse selects ranges, moves and resizes columns, checks and deletes rows', async ({ atCsv }) => {
  const page = await atCsv('Cy Mouse', orders);
  const header = (name: string) => page.getByRole('columnheader', { name });
  const middle = async (name: string) => {
    const box = await header(name).boundingBox();
    if (box === null) throw new Error(`no header ${name}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
  };

  const from = await cell(page, 2, 2).boundingBox();
  const to = await cell(page, 4, 3).boundingBox();
  if (!from || !to) throw new Error('no cells');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(spoken(page)).toHaveText('3 rows by 2 columns selected');

  // A column's edge is dragged; the width is there after a reload too.
  const stage = await middle('Stage');
  await page.mouse.move(stage.right - 1, stage.y);
  await page.mouse.down();
  await page.mouse.move(stage.right + 600, stage.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await header('Stage').boundingBox())?.width).toBe(300);
  await saved(page);

  // A header is dragged behind another; then back by its menu.
  const due = await middle('Due');
  const metres = await middle('Metres');
  await page.mouse.move(due.x, due.y);
  await page.mouse.down();
  await page.mouse.move(metres.x - 60, metres.y, { steps: 6 });
  await page.mouse.up();
  const names = () => page.getByRole('columnheader').allInnerTexts();
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Due', 'Metres', 'Paid']);
  await page.getByRole('button', { name: 'Due: field menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Move right' }).click();
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due', 'Paid']);
  await saved(page);
  await page.reload();
  await expect.poll(names).toEqual(['', 'Order', 'Stage', 'Metres', 'Due', 'Paid']);
  await expect.poll(async () => (await header('Stage').boundingBox())?.width).toBe(300);

  await cell(page, 1, 1).hover();
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
  await page
    .getByRole('checkbox', { name: 'Select record 3', exact: true })
    .click({ modifiers: ['Shift'], force: true });
  const bar = page.getByRole('toolbar', { name: 'Selected records' });
  await expect(bar).toContainText('3 records selected');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  // The same by key: to the boxes from the first cell, and back.
  await cell(page, 2, 1).click();
  await page.keyboard.press('ArrowLeft');
  const box = (row: number) => page.getByRole('checkbox', { name: `Select record ${row}`, exact: true });
  await expect(box(2)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(2)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(bar).toContainText('3 records selected');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(spoken(page)).toHaveText('Order, Order 3, row 3');
  await bar.getByRole('button', { name: 'Delete 3 records' }).click();
  await expect(page.getByText('57 records')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('60 records')).toBeVisible();
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
});

test('fields and tables are made, renamed and deleted, and the table is searched', async ({ atCsv }) => {
  const page = await atCsv('Di Field', orders);
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByLabel('Name', { exact: true }).fill('stage');
  await expect(page.getByText('A field with this name already exists')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Notes');
  await page.getByRole('button', { name: 'Create field' }).click();
  await expect(page.getByRole('columnheader', { name: 'Notes' })).toBeVisible();
  await expect(page.locator('[data-grid-cells]')).toBeFocused();
  await cell(page, 1, 6).click();
  await page.keyboard.type('urgent');
  await page.keyboard.press('Enter');

  // A deleted field comes back with what was in it.
  await page.getByRole('button', { name: 'Notes: field menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Delete field' }).click();
  await expect(page.getByRole('columnheader', { name: 'Notes' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(cell(page, 1, 6)).toHaveText('urgent');

  // Its key leads there, but not from under a dialog.
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+f');
  await expect(page.getByLabel('Search this table')).toBeFocused();
  await page.getByLabel('Search this table').fill('order 5');
  await expect(page.getByText('11 records')).toBeVisible();
  await page.getByLabel('Search this table').press('Escape');
  await expect(page.getByText('60 records')).toBeVisible();

  await page.getByRole('button', { name: 'Add table' }).click();
  await page.getByLabel('Table name').fill('');
  await page.getByLabel('Table name').press('Enter');
  await expect(page.getByText('Table name is required')).toBeVisible();
  await page.getByLabel('Table name').fill(`TABLE`);
  await expect(page.getByText('A table with this name already exists')).toBeVisible();
  await page.getByLabel('Table name').fill('Makers');
  await page.getByRole('button', { name: 'Create table' }).click();
  await expect(page.getByText('3 records')).toBeVisible();
  await page.getByRole('button', { name: 'Makers: table menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete table' }).click();
  await expect(page.getByText('60 records')).toBeVisible();
});

test('a range reaches to the ends, is emptied as one step and is copied as other programs read it', async ({
  atCsv,
}) => {
  const page = await atCsv('Eve Range', orders);
  const keys = page.keyboard;
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  await cell(page, 1, 1).click();
  await keys.press('PageDown');
  await expect(spoken(page)).not.toHaveText('Order, Order 1, row 1');
  await keys.press('PageUp');
  await expect(spoken(page)).toHaveText('Order, Order 1, row 1');
  await keys.press('Control+Shift+ArrowDown');
  await keys.press('Shift+End');
  await expect(spoken(page)).toHaveText('60 rows by 5 columns selected');
  await keys.press('Control+Home');
  await keys.press('Control+a');
  await expect(spoken(page)).toHaveText('60 rows by 5 columns selected');
  await keys.press('Delete');
  await expect(cell(page, 1, 1)).toHaveText('');
  await expect(cell(page, 2, 4)).toHaveAccessibleName('Not checked');
  await keys.press('Control+z');
  await expect(cell(page, 1, 1)).toHaveText('Order 1');
  await expect(cell(page, 2, 2)).toHaveText('Finishing');
  await expect(cell(page, 2, 4)).toHaveAccessibleName('Checked');
  await saved(page);

  // Tabs between cells, lines between rows; a quote within a cell comes back as it was.
  await cell(page, 1, 1).click();
  await keys.type('12" wide');
  await keys.press('Enter');
  await cell(page, 1, 1).click();
  await cell(page, 2, 3).click({ modifiers: ['Shift'] });
  await keys.press('Control+c');
  await expect.poll(copied).toMatch(/^("12"" wide"|12" wide)\tWeaving\t10\r?\nOrder 2\tFinishing\t20\r?\n?$/);
  await cell(page, 5, 1).click();
  await keys.press('Control+v');
  await expect(cell(page, 5, 1)).toHaveText('12" wide');
  await expect(cell(page, 6, 3)).toHaveText('20');

  // No column is dragged narrower than 100.
  const header = page.getByRole('columnheader', { name: 'Metres' });
  const box = await header.boundingBox();
  if (box === null) throw new Error('no header');
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await header.boundingBox())?.width).toBe(100);
  await keys.press('Control+z');
  await expect.poll(async () => (await header.boundingBox())?.width).not.toBe(100);
});
