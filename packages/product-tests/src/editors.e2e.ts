import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import type { Metadata } from './databases.ts';
import { call, cell, saved } from './people.ts';
import { test } from './product-test.ts';

/** Three orders: Order, Weaver. */
const orders = 'Order,Weaver\nRunners,Ines\nTowels,Ben\nThrows,Mara\n';

/** Gives the only table of the base a person looks at more fields. */
async function addFields(
  page: Page,
  fields: readonly { name: string; type: string; template?: object }[],
): Promise<void> {
  const basePublicId = new URL(page.url()).pathname.split('/').at(-1);
  const { metadata } = await call<Metadata>(page, '/rpc/metadata.get', { basePublicId });
  const tableId = must(metadata.tables[0]).id;
  for (const field of fields) await call(page, '/rpc/fields.create', { basePublicId, tableId, field });
  for (const field of fields)
    await expect(page.getByRole('columnheader', { name: field.name })).toBeVisible();
}

test('labels are chosen, found by typing and added where they are missing', async ({ atCsv }) => {
  const page = await atCsv('Ada Label', orders);
  await addFields(page, [
    { name: 'Stage', type: 'single_select', template: { options: [], disableColors: false } },
    { name: 'Tags', type: 'multiple_select', template: { options: [], disableColors: false } },
  ]);
  const keys = page.keyboard;
  await cell(page, 1, 3).dblclick();
  await expect(page.getByText('No options defined')).toBeVisible();
  await page.getByRole('combobox', { name: 'Stage: find an option' }).fill('Weaving');
  await page.getByRole('option', { name: 'Add "Weaving"' }).click();
  await expect(cell(page, 1, 3)).toHaveText('Weaving');
  await expect(page.getByRole('listbox')).toBeHidden();

  // Enter on the cell below; typing finds the option, Enter takes it and goes down.
  await cell(page, 2, 3).click();
  await keys.type('wea');
  await expect(page.getByRole('option', { name: 'Weaving' })).toBeVisible();
  await keys.press('Enter');
  await expect(cell(page, 2, 3)).toHaveText('Weaving');
  await keys.type('Held');
  await keys.press('Enter');
  await expect(cell(page, 3, 3)).toHaveText(/Held/);

  // Typing over a label replaces it, also by a text that is none.
  await cell(page, 3, 3).click();
  await keys.type('late?');
  await keys.press('Tab');
  await expect(cell(page, 3, 3)).toHaveText('late?');
  await expect(cell(page, 3, 3)).toHaveClass(/is-unfit/);

  // Tab takes the option the list stands on, as Enter does, and goes to the right.
  await cell(page, 3, 3).click();
  await keys.type('wea');
  await keys.press('Tab');
  await expect(cell(page, 3, 3)).toHaveText('Weaving');
  await cell(page, 3, 3).click();
  for (const key of ['F2', 'ArrowDown', 'Tab']) await keys.press(key);
  await expect(cell(page, 3, 3)).toHaveText('Held');

  // Several labels in one cell; Backspace takes the last away.
  await cell(page, 1, 4).click();
  for (const label of ['linen', 'blue', 'gift']) {
    await keys.press('Enter');
    await page.getByRole('combobox', { name: 'Tags: find an option' }).fill(label);
    await page.getByRole('option', { name: `Add "${label}"` }).click();
    await expect(page.getByRole('listbox')).toBeHidden();
  }
  await expect(cell(page, 1, 4)).toHaveText(/linen\s*blue\s*gift/);
  await keys.press('F2');
  await keys.press('Backspace');
  await keys.press('Tab');
  await expect(cell(page, 1, 4)).toHaveText(/linen\s*blue$/);
  await cell(page, 2, 4).click();
  await keys.type('gif');
  await keys.press('Tab');
  await expect(cell(page, 2, 4)).toHaveText('gift');
  // Tab takes no label away.
  await cell(page, 2, 4).click();
  for (const key of ['F2', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Tab']) await keys.press(key);
  await expect(cell(page, 2, 4)).toHaveText('gift');
  await saved(page);
  await page.reload();
  await expect(cell(page, 2, 3)).toHaveText('Weaving');
  await expect(cell(page, 1, 4)).toHaveText(/linen\s*blue$/);
});

test('dates, figures, stars and long texts are written as they are meant', async ({ atCsv }) => {
  const page = await atCsv('Bo Figure', orders);
  await addFields(page, [
    { name: 'Due', type: 'date' },
    { name: 'Price', type: 'currency' },
    { name: 'Rating', type: 'rating' },
    { name: 'Notes', type: 'long_text' },
    { name: 'Share', type: 'percent' },
  ]);
  const keys = page.keyboard;
  // Typed in the field's format, or picked from the month.
  await cell(page, 1, 3).click();
  await keys.type('03/14/2026');
  await keys.press('Enter');
  await expect(cell(page, 1, 3)).toHaveText('03/14/2026');
  await cell(page, 1, 3).dblclick();
  await page.getByRole('button', { name: /March 17, 2026/ }).click();
  await expect(cell(page, 1, 3)).toHaveText('03/17/2026');
  await expect(page.getByRole('grid', { name: /March/ })).toBeHidden();
  // What is no date stays, and is marked.
  await cell(page, 2, 3).click();
  await keys.type('after Easter');
  await keys.press('Enter');
  await expect(cell(page, 2, 3)).toHaveText('after Easter');
  await expect(cell(page, 2, 3)).toHaveClass(/is-unfit/);

  // Only figures, one point and a leading minus; a pasted price loses its dressing.
  await cell(page, 1, 4).dblclick();
  await keys.type('-1a2.5.7');
  await keys.press('Enter');
  await expect(cell(page, 1, 4)).toHaveText('-$12.57');
  await page.evaluate(`navigator.clipboard.writeText('$1,234.50')`);
  await keys.press('Control+v');
  await expect(cell(page, 2, 4)).toHaveText('$1,234.50');
  // Typed over it, a price is the one with its sign, or a text that is kept.
  for (const [typed, shown] of [
    ['$9', '$9.00'],
    ['free', 'free'],
    [' 7', '$7.00'],
  ] as const) {
    await cell(page, 1, 4).click();
    await keys.type(typed);
    await keys.press('Enter');
    await expect(cell(page, 1, 4)).toHaveText(shown);
  }
  await cell(page, 1, 7).click();
  await keys.type('25');
  await keys.press('Enter');
  await expect(cell(page, 1, 7)).toHaveText('25%');

  // Stars are pressed in the active cell itself; the one that is already set clears.
  const star = (count: number) => cell(page, 1, 5).click({ position: { x: 8 + count * 18 - 9, y: 14 } });
  await star(2);
  await expect(cell(page, 1, 5)).not.toHaveAccessibleName(/of 10/);
  await star(4);
  await expect(cell(page, 1, 5)).toHaveAccessibleName('4 of 10');
  await star(4);
  await expect(cell(page, 1, 5)).not.toHaveAccessibleName(/of 10/);
  await keys.type('3');
  await keys.press('Enter');
  await expect(cell(page, 1, 5)).toHaveAccessibleName('3 of 10');
  await keys.type('4.5');
  await keys.press('Enter');
  await expect(cell(page, 2, 5)).toHaveText('4.5');
  await expect(cell(page, 2, 5)).toHaveClass(/is-unfit/);

  await cell(page, 1, 6).click();
  await keys.type('call first');
  await keys.press('Shift+Enter');
  await keys.type('then weave');
  await keys.press('Enter');
  await expect(cell(page, 1, 6)).toHaveText(/^call first/);
  await saved(page);
  await page.reload();
  await expect(cell(page, 2, 3)).toHaveClass(/is-unfit/);
  await cell(page, 1, 6).dblclick();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('call first\nthen weave');
});

test('every script is written: emoji, right to left, and through an input method', async ({ atCsv }) => {
  const page = await atCsv('Cem Script', orders);
  await addFields(page, []);
  const keys = page.keyboard;
  const input = await page.context().newCDPSession(page);
  await cell(page, 1, 2).click();
  // Each step of a composition is shown, none of them begins an edit; the finished text does.
  for (const text of ['に', 'にほ', 'にほん'])
    await input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await input.send('Input.insertText', { text: '日本' });
  await expect(page.getByRole('textbox', { name: 'Weaver' })).toHaveValue('日本');
  await keys.press('Enter');
  await expect(cell(page, 1, 2)).toHaveText('日本');

  await keys.insertText('👩🏽‍🌾');
  await keys.press('Enter');
  await expect(cell(page, 2, 2)).toHaveText('👩🏽‍🌾');
  await keys.insertText('שלום עולם');
  await keys.press('Enter');
  await expect(cell(page, 3, 2)).toHaveText('שלום עולם');
  await expect(cell(page, 3, 2)).toHaveCSS('unicode-bidi', 'plaintext');

  // A syllable that begins where another ends belongs to the same text: neither is taken from the other.
  await cell(page, 2, 1).click();
  await page.evaluate(`(async () => {
    const box = document.activeElement;
    const say = (type) => box.dispatchEvent(new CompositionEvent(type));
    say('compositionstart');
    box.value = '한';
    say('compositionend');
    say('compositionstart');
    await new Promise((done) => setTimeout(done, 50));
    box.value += '글';
    say('compositionend');
  })()`);
  await expect(page.getByRole('textbox', { name: 'Order' })).toHaveValue('한글');
  await keys.press('Escape');

  // Text that is still composed when another cell is pressed belongs to the cell it was begun in.
  await cell(page, 2, 1).click();
  await page.evaluate(`{
    document.activeElement.dispatchEvent(new CompositionEvent('compositionstart'));
    document.activeElement.value = '手';
  }`);
  await cell(page, 3, 1).click();
  await page.evaluate(`document.activeElement.dispatchEvent(new CompositionEvent('compositionend'))`);
  await expect(cell(page, 2, 1)).toHaveText('手');
  await expect(cell(page, 3, 1)).toHaveText('Throws');
  await expect(page.getByRole('textbox', { name: 'Order' })).toBeHidden();

  // An abandoned composition leaves the cell as it was.
  await cell(page, 1, 1).click();
  await input.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await input.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await keys.press('ArrowDown');
  await expect(cell(page, 1, 1)).toHaveText('Runners');
  await saved(page);
  await page.reload();
  await expect(cell(page, 1, 2)).toHaveText('日本');
  await expect(cell(page, 2, 2)).toHaveText('👩🏽‍🌾');
});

test('a table is renamed, moved, deleted and brought back with its rows; a field is set up anew', async ({
  atCsv,
}) => {
  const page = await atCsv('Dee Table', orders);
  await addFields(page, [{ name: 'Price', type: 'number', template: { decimalPlaces: 0 } }]);
  const tabs = page.getByRole('navigation', { name: 'Tables' });
  const first = (await tabs.getByRole('button').first().textContent()) ?? '';
  await cell(page, 1, 3).click();
  await page.keyboard.type('12.345');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Price: field menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Edit field' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Cost');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('columnheader', { name: 'Price' })).toBeVisible();

  await page.getByRole('button', { name: 'Add table' }).click();
  await page.getByLabel('Table name').fill('Makers');
  await page.getByRole('button', { name: 'Create table' }).click();
  await expect(page.getByText('3 records')).toBeVisible();
  for (const [column, name] of ['name', 'notes', 'active'].entries())
    await expect(page.locator(`[role=columnheader][aria-colindex="${column + 2}"]`)).toContainText(name);
  await cell(page, 1, 1).click();
  await page.keyboard.type('Loom 7');
  await page.keyboard.press('Enter');

  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name: `${name}: table menu` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Makers', 'Rename table');
  await page.getByLabel('Table name').fill('');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Table name is required')).toBeVisible();
  await page.getByLabel('Table name').fill(first.toUpperCase());
  await expect(page.getByText('A table with this name already exists')).toBeVisible();
  await page.getByLabel('Table name').fill('Looms');
  await page.getByLabel('Table name').press('Enter');
  await menu('Looms', 'Move left');
  await expect(tabs.getByRole('button').first()).toHaveText('Looms');
  await saved(page);

  await menu('Looms', 'Delete table');
  await expect(cell(page, 1, 1)).toHaveText('Runners');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await tabs.getByRole('button', { name: 'Looms', exact: true }).click();
  await expect(cell(page, 1, 1)).toHaveText('Loom 7');
  await page.reload();
  await expect(tabs.getByRole('button').first()).toHaveText('Looms');
});

test('what is being typed is saved when the page is left or reloaded', async ({ atCsv }) => {
  const page = await atCsv('Lea Ving', orders);
  // Keys go to the cells as soon as the database is open.
  await expect(page.getByLabel(/: cells$/)).toBeFocused();
  const address = page.url();
  await cell(page, 1, 1).dblclick();
  await page.getByRole('textbox', { name: 'Order' }).fill('typed before a reload');
  await page.reload();
  await expect(cell(page, 1, 1)).toHaveText('typed before a reload');
  await cell(page, 2, 1).dblclick();
  await page.getByRole('textbox', { name: 'Order' }).fill('typed before leaving');
  await page.goto('/home');
  await page.goto(address);
  await expect(cell(page, 2, 1)).toHaveText('typed before leaving');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  await page.goBack();
  await cell(page, 3, 1).dblclick();
  await page.getByRole('textbox', { name: 'Order' }).fill('typed before Back');
  await page.goBack();
  await page.goForward();
  await expect(cell(page, 3, 1)).toHaveText('typed before Back');
  await expect(page.getByText('no longer open')).toBeHidden();
});
