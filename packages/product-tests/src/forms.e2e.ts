import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { call, emailOf, invite, saved, shareWith, signUp } from './people.ts';
import { test } from './product-test.ts';

// Who signs up first reads the outbox.
test.use({ ownProduct: true });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Create → Form, with a name; its editor is open. */
async function newForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Form' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue(name);
}

const palette = (page: Page) => page.getByRole('complementary', { name: 'Blocks' });

async function addQuestion(page: Page, type: string, label: string): Promise<void> {
  const labels = page.getByLabel(/^Label of question/);
  const count = await labels.count();
  await palette(page).getByRole('button', { name: type, exact: true }).click();
  await expect(labels).toHaveCount(count + 1);
  // A new question has the focus.
  await page.locator('textarea:focus').fill(label);
}

/** The labels on the sheet, from top to bottom. */
const sheet = (page: Page) =>
  page
    .getByLabel(/^Label of question/)
    .evaluateAll((labels) => labels.map((label) => (label as unknown as { readonly value: string }).value));

async function publish(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: 'Share' }).click();
  return page.getByRole('textbox', { name: 'Link' }).inputValue();
}

/** A stranger's browser. */
async function stranger(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

test('a form is made, published, and answered on phones with and without JavaScript', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Ann Owner');
  await newForm(page, 'Guest list');
  await expect(page.getByText('Add a question first')).toBeVisible();
  await addQuestion(page, 'Short text', 'Your name');
  await page.getByRole('switch', { name: 'Required' }).click();
  await addQuestion(page, 'Number', 'How many of you?');
  await addQuestion(page, 'Checkbox', 'We come for sure');
  await page.getByRole('button', { name: 'Preview' }).click();
  const frame = page.getByTitle('Preview of the draft');
  const preview = frame.contentFrame();
  await expect(preview.getByText('This is a preview of the draft')).toBeVisible();
  // Tried out, and taken nowhere.
  await preview.getByLabel(/Your name/).fill('Nobody');
  await preview.getByLabel('We come for sure').check();
  await preview.getByRole('button', { name: 'Submit' }).click();
  await expect(preview.getByText('Its way: Page 1 → the end')).toBeVisible();
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(frame).toHaveCSS('width', '390px');
  await expect(preview.getByText('Its way: Page 1 → the end')).toBeVisible();
  await page.getByRole('button', { name: 'Close preview' }).click();
  const link = await publish(page);

  for (const [name, javaScriptEnabled] of [
    ['Ada', true],
    ['Grace', false],
  ] as const) {
    const guest = await stranger(browser, { ...phone, javaScriptEnabled });
    await guest.goto(link);
    await guest.getByLabel('How many of you?').fill('two');
    const submit = guest.getByRole('button', { name: 'Submit' });
    // For a thumb.
    expect((await submit.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await submit.click();
    await expect(guest.getByText('2 answers need a look')).toBeVisible();
    await guest.getByLabel(/Your name/).fill(name);
    await guest.getByLabel('How many of you?').fill('2');
    await guest.getByLabel('We come for sure').check();
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(await guest.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
    await guest.context().close();
  }

  await page.getByRole('link', { name: 'Results' }).click();
  for (const name of ['Ada', 'Grace']) await expect(page.getByRole('gridcell', { name })).toBeVisible();
  await page.goto('/settings/outbox');
  await expect(page.getByText('New answer to Guest list')).toHaveCount(2);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Guest list: 2 responses' })).toBeVisible();
  await page.getByRole('link', { name: 'Guest list', exact: true }).click();
  await expect(page).toHaveURL(/\/editor\/.*\/edit$/);
  // On a phone there is nothing but the answers.
  await page.setViewportSize(phone.viewport);
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Edit on a wider screen')).toBeVisible();
});

test('questions are arranged by key and pointer, taken back, and restored from a version', async ({
  page,
}) => {
  await signUp(page, 'Rosa Editor');
  await newForm(page, 'Order');
  for (const label of ['One', 'Two', 'Three']) await addQuestion(page, 'Short text', label);
  await page.keyboard.press('Alt+ArrowUp');
  expect(await sheet(page)).toEqual(['One', 'Three', 'Two']);
  const first = page.locator('[data-question]').first();
  await first.hover();
  await first.locator('[draggable=true]').dragTo(page.locator('[data-question]').last(), {
    targetPosition: { x: 300, y: 70 },
  });
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await palette(page)
    .getByRole('button', { name: 'Email' })
    .dragTo(first, { targetPosition: { x: 300, y: 4 } });
  expect(await sheet(page)).toEqual(['', 'Three', 'Two', 'One']);
  // What keeps it from being published leads to the question.
  await page.getByLabel('Label of question 3').click();
  await page.getByRole('button', { name: 'Give every question a label first' }).click();
  await expect(page.getByLabel('Label of question 1')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await publish(page);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Label of question 1').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await page.getByLabel('Label of question 4').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(await sheet(page)).toEqual(['Three', 'Three again', 'Two']);
  await page.getByRole('button', { name: 'Unpublished changes' }).click();
  await expect(page.getByText('Added the question ‘Three again’')).toBeVisible();
  await expect(page.getByText('Deleted the question ‘One’')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Restore into the draft' }).click();
  expect(await sheet(page)).toEqual(['Three', 'Two', 'One']);
  await page.keyboard.press('ControlOrMeta+z');
  expect(await sheet(page)).toEqual(['Three', 'Three again', 'Two']);
});

test('two people edit a form at once, and what could not be sent outlives a reload', async ({
  page,
  newPerson,
}) => {
  await signUp(page, 'Mia Maker');
  const link = await invite(page, emailOf('Bob Builder'));
  const bob = await newPerson();
  await signUp(bob, 'Bob Builder', link);
  await newForm(page, 'Together');
  await addQuestion(page, 'Short text', 'Your name');
  await saved(page);
  const address = page.url();
  await shareWith(page, 'Bob Builder');
  await bob.goto(address);
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Your name');
  await addQuestion(bob, 'Email', 'Your email');
  await expect(page.getByLabel('Label of question 2')).toHaveValue('Your email');
  await page.getByLabel('Label of question 1').press('End');
  await page.keyboard.type(', please');
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Your name, please');
  // Each takes back their own edits alone.
  await bob.keyboard.press('ControlOrMeta+z');
  await bob.keyboard.press('ControlOrMeta+z');
  await expect(page.getByLabel('Label of question 2')).toHaveCount(0);
  await expect(page.getByLabel('Label of question 1')).toHaveValue('Your name, please');

  await page.route('**/rpc/forms.edit', (route) => route.abort());
  await page.getByLabel('Label of question 1').fill('Who are you?');
  await expect(page.locator('[data-save]')).toHaveAttribute('data-save', 'offline');
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Label of question 1')).toHaveValue('Who are you?');
  await saved(page);
  await expect(bob.getByLabel('Label of question 1')).toHaveValue('Who are you?');
});

test('the editor of forms and published forms pass axe in light and dark', async ({ page, browser }) => {
  await signUp(page, 'Ines Moreau');
  await page.goto('/home/forms/new');
  await expectAccessible(page, 'new form');
  await page.goto('/home');
  await newForm(page, 'Accessible');
  await expectAccessible(page, 'form editor, empty');
  await addQuestion(page, 'Short text', 'Your name');
  await page.getByLabel('Description').fill('As it stands on your badge.');
  await page.getByRole('switch', { name: 'Required' }).click();
  await addQuestion(page, 'Checkbox', 'I agree');
  await expectAccessible(page, 'form editor');
  await saved(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expectAccessible(page, 'versions of a form');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(page, 'share');
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByLabel('At most').fill('none');
  await expectAccessible(page, 'settings of a form');
  await page.getByRole('button', { name: 'Discard' }).click();
  const guest = await stranger(browser, phone);
  await guest.goto(link);
  await expectAccessible(guest, 'published form');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('One answer needs a look')).toBeVisible();
  await expectAccessible(guest, 'published form with faults');
  await page.getByRole('switch', { name: 'Take answers' }).click();
  await expect(async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'This form is closed' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(guest, 'closed form');
});

async function addPage(page: Page, kind: string, heading: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a page' }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  await page.getByLabel('Page title').fill(heading);
}

test('pages, conditions and rules are made in the editor and followed with and without JavaScript', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Noor Logic');
  await newForm(page, 'Weaving class');
  await addQuestion(page, 'Yes/no', 'Have you woven before?');
  await addQuestion(page, 'Short text', 'Where did you learn it?');
  await page.getByRole('button', { name: 'Show it when…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('‘Have you woven before?’ is Yes')).toBeVisible();
  await addPage(page, 'Page', 'Your evening');
  await addQuestion(page, 'Single choice', 'Which evening?');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await dialog.getByLabel('Choices').fill('Tuesday\nThursday\nNone of them');
  await dialog.getByRole('button', { name: 'Add 3' }).click();
  await addPage(page, 'Review', 'Check your answers');
  await addPage(page, 'Ending', 'See you at the loom');
  await addPage(page, 'Ending', 'Waiting list');
  await expect(page.getByText('‘Waiting list’ can’t be reached: lead to it, or delete it')).toBeVisible();
  await page.getByRole('button', { name: 'Your evening' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await dialog.locator('[data-field] button').click();
  await page.getByRole('option', { name: 'Which evening?' }).click();
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: 'None of them' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Rule 1 goes to').click();
  await page.getByRole('option', { name: 'Waiting list' }).click();
  await expectAccessible(page, 'form editor with pages and rules');
  await page.getByRole('button', { name: 'Logic' }).click();
  const graph = page.getByRole('region', { name: 'Graph of the pages' });
  await expect(graph.getByText('‘Which evening?’ is None of them', { exact: true })).toBeVisible();
  await graph.getByRole('button', { name: 'Page 1' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(graph.getByRole('button', { name: /^Your evening/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Rule 1 goes to')).toBeVisible();
  await expectAccessible(page, 'graph of the logic');
  await graph.getByRole('button', { name: /^Check your answers/ }).click();
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await expect(page.getByLabel('Page title')).toHaveValue('Check your answers');
  const link = await publish(page);

  for (const javaScriptEnabled of [true, false]) {
    const guest = await stranger(browser, { ...phone, javaScriptEnabled });
    const learned = guest.getByLabel('Where did you learn it?');
    const next = guest.getByRole('button', { name: 'Next' });
    await guest.goto(link);
    await expect(learned).toBeHidden();
    await guest.getByLabel('Yes').check();
    // Without a script the server asks again.
    if (!javaScriptEnabled) await next.click();
    await learned.fill('At home');
    await next.click();
    await expect(guest.getByRole('heading', { name: 'Your evening' })).toBeVisible();
    await guest.getByLabel('Thursday').check();
    await next.click();
    await expect(guest.getByText('At home')).toBeVisible();
    if (javaScriptEnabled) {
      await expect(guest.getByRole('heading', { name: 'Check your answers' })).toBeFocused();
      await expectAccessible(guest, 'review of answers');
    }
    await guest.getByRole('button', { name: 'Change Your evening' }).click();
    await expect(guest.getByLabel('Thursday')).toBeChecked();
    await guest.getByLabel('None of them').check();
    await next.click();
    await expect(guest.getByRole('heading', { name: 'Waiting list' })).toBeVisible();
    await guest.context().close();
  }
  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('gridcell', { name: 'At home' })).toHaveCount(2);
});

test('the Back of the browser leads to the page before, with what was written', async ({ page, browser }) => {
  await signUp(page, 'Bea Backward');
  await newForm(page, 'Summer party');
  await addQuestion(page, 'Short text', 'Your name');
  await addPage(page, 'Page', 'Food');
  await addQuestion(page, 'Short text', 'Your meal');
  const link = await publish(page);
  const guest = await stranger(browser, phone);
  // Without its pages on the device, a form is not turned without a connection.
  await guest.route('**/t/*/pages?*', (route) => route.abort());
  await guest.goto(link);
  await guest.getByLabel('Your name').fill('Zoë');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByLabel('Your meal').fill('Soup');
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('Zoë');
  await guest.goForward();
  await expect(guest.getByLabel('Your meal')).toHaveValue('Soup');
  // Without a connection the page stays, and so does the way back.
  await guest.route('**/t/*', (route) => route.abort());
  await guest.goBack();
  await expect(guest.getByText('the connection is gone')).toBeVisible();
  await guest.unrouteAll();
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('Zoë');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await guest.goBack();
  await expect(guest.getByLabel('Your name')).toHaveValue('');
});

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives the selected block every image that it has a place for, and says what each shows. */
async function addImages(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: /settings/i });
  const files = panel.locator('input[type=file]');
  for (let place = 0; place < (await files.count()); place++) {
    await files.nth(place).setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
    await expect(panel.getByRole('button', { name: /^Replace / })).toHaveCount(place + 1);
  }
  for (const text of await panel.getByRole('textbox', { name: /^What .* shows$/ }).all())
    await text.fill('A dot');
}

/** Offers the records of the only table of the only database. */
async function offerRecords(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Question settings' });
  await panel.getByRole('radiogroup', { name: 'Databases' }).getByRole('radio').click();
  await panel.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option').click();
  await expect(panel.getByRole('checkbox').first()).toBeChecked();
}

test('every type of question passes axe, in the editor and on a phone in light and dark', async ({
  page,
  browser,
}) => {
  await signUp(page, 'Tia Types');
  const { basePublicIdentifier: basePublicId } = await call<{ readonly basePublicIdentifier: string }>(
    page,
    '/admin/bases',
    { baseName: 'Customers' },
  );
  await call(page, '/rpc/metadata.create', { basePublicId, createDefaultRecords: false });
  await newForm(page, 'Every type');
  const types = await palette(page)
    .locator('button[draggable][title]')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button as unknown as { readonly title: string }).title),
    );
  expect(types.length).toBeGreaterThan(30);
  for (const [place, type] of types.entries()) {
    await palette(page).getByRole('button', { name: type, exact: true }).click();
    await expect(page.locator('[data-question]')).toHaveCount(place + 1);
    const label = page.locator('[id^=label-]:focus');
    await expect(label).toBeVisible();
    if (await label.evaluate((element) => element.matches('textarea'))) await label.fill(type);
    // There is nothing to play without it.
    if (type === 'Video') await page.getByLabel('Address').last().fill('https://vimeo.com/76979871');
    if (type === 'Calculation') await page.getByLabel('Formula').last().fill('6 * 7');
    if (type === 'Image' || type.startsWith('Picture choice')) await addImages(page);
    if (type === 'Record of a table') await offerRecords(page);
  }
  await expectAccessible(page, 'form editor with every type');
  const link = await publish(page);
  const guest = await stranger(browser, phone);
  await guest.goto(link);
  await expectAccessible(guest, 'published form with every type');
  expect(await guest.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
  // A tap where the slider stands already is an answer too.
  await guest.locator('input[type=range]').click({ position: { x: 4, y: 8 } });
  await expect(guest.getByLabel('Slider')).toHaveValue('0', { timeout: 5_000 });
  await guest.getByRole('textbox', { name: 'Email' }).first().fill('ada@');
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText('One answer needs a look')).toBeVisible();
  await expectAccessible(guest, 'published form of every type with a fault');
});
