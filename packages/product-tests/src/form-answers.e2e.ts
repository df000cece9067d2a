import { expect } from '@playwright/test';
import { signUp } from '@weft/testkit';
import { expectAccessible } from './expect-accessible.ts';
import { madeForm } from './made-form.ts';
import { cell, emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

test('an answer is downloaded as a PDF from its page, and shown as one to be printed', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Paula Print', emailOf('Paula Print'));
  const { flowId, address } = await madeForm(owner, 'Guests', [{ type: 'short_text', label: 'Name' }]);
  await page.goto(address);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await sitDown(page, owner);
  await page.goto(`/editor/${flowId}/results`);
  await cell(page, 1, 2).click();
  await expect(cell(page, 1, 2)).toHaveText('Ada');
  // Answers come through the form, and when they came is the form's to say.
  for (const name of ['New record', 'Add field'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  const sentAt = await cell(page, 1, 1).innerText();
  await cell(page, 1, 1).click();
  await page.keyboard.press('Delete');
  await page.keyboard.type('2020-01-01');
  await cell(page, 1, 2).click();
  await expect(cell(page, 1, 1)).toHaveText(sentAt);
  await page.keyboard.press('Alt+Enter');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByLabel('Name', { exact: true })).toHaveValue('Ada');
  const more = answer.getByRole('button', { name: 'More', exact: true });
  await more.click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Guests \d{4}-\d\d-\d\d\.pdf$/);

  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Delete answer' })).toBeVisible();
  const shown = page.context().waitForEvent('request', (request) => /disposition=inline/.test(request.url()));
  await page.getByRole('menuitem', { name: 'Open PDF to print' }).click();
  expect((await (await shown).response())?.headers()['content-type']).toBe('application/pdf');
});

test('answers are new on home, walked through page by page, starred and tagged, one or several', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Rita Reader', emailOf('Rita Reader'));
  const { flowId, address } = await madeForm(owner, 'Guests', [{ type: 'short_text', label: 'Name' }]);
  // The newest comes first.
  for (const name of ['Bert', 'Ada']) {
    await page.goto(address);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  }
  await sitDown(page, owner);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Guests: 2 responses, 2 new' }).click();
  await cell(page, 1, 2).click();
  await expect(cell(page, 1, 2)).toHaveText('Ada');
  await page.keyboard.press('Alt+Enter');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer.getByLabel('Name', { exact: true })).toHaveValue('Ada');
  await answer.getByRole('button', { name: 'Star this answer' }).click();
  await expect(answer.getByRole('button', { name: 'Remove star' })).toBeVisible();
  await answer.getByRole('button', { name: 'Next answer' }).click();
  await expect(answer.getByLabel('Name', { exact: true })).toHaveValue('Bert');
  await expect(page).toHaveURL(new RegExp(`/editor/${flowId}/results/rec`));
  await page.reload();
  await expect(answer.getByLabel('Name', { exact: true })).toHaveValue('Bert');
  await answer.getByRole('button', { name: 'All answers' }).click();
  await expect(answer).toBeHidden();

  await page.getByRole('checkbox', { name: 'Select all records' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected records' });
  await bar.getByRole('button', { name: 'Tags' }).click();
  const tags = page.getByRole('dialog', { name: 'Tags of 2 answers' });
  await tags.getByLabel('New tag').fill('Call back');
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('checkbox', { name: 'Call back' })).toBeChecked();
  await tags.getByRole('button', { name: 'Done' }).click();
  await expect(cell(page, 1, 3)).toHaveText('Call back');
  await expect(cell(page, 2, 3)).toHaveText('Call back');

  await page.getByText('Summary', { exact: true }).click();
  await page.getByRole('link', { name: 'Ada' }).click();
  await expect(answer.getByLabel('Name', { exact: true })).toHaveValue('Ada');
  await expect(answer.getByText('1 of 2')).toBeVisible();
  await answer.getByRole('button', { name: 'All answers' }).click();
  await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible();
});

test('the summary draws a chart for each question, and shows its table instead', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Sue Summary', emailOf('Sue Summary'));
  const { flowId, address } = await madeForm(owner, 'Guests', [
    { type: 'rating', label: 'How was it?' },
    { type: 'single_choice', label: 'Evening', choices: ['Monday', 'Tuesday'] },
    { type: 'short_text', label: 'Why?', page: 1 },
  ]);
  for (const [stars, evening] of [
    ['4 stars', 'Monday'],
    ['5 stars', 'Monday'],
  ] as const) {
    await page.goto(address);
    await page.getByLabel(stars).check();
    await page.getByLabel(evening).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  }
  await sitDown(page, owner);
  await page.goto(`/editor/${flowId}/results`);
  await page.getByText('Summary', { exact: true }).click();
  const stars = page.getByRole('region', { name: 'How was it?' });
  await expect(stars.locator('svg .recharts-bar-rectangle')).toHaveCount(2);
  await expect(stars.getByText('4.5')).toBeVisible();
  const evenings = page.getByRole('region', { name: 'Evening' });
  await expect(evenings.locator('svg .recharts-bar-rectangle').first()).toBeVisible();
  await expect(evenings.getByRole('row', { name: 'Monday 2 100%' })).toBeVisible();
  await expectAccessible(page, 'the summary of a form');
  await stars.getByRole('button', { name: 'Show as table' }).click();
  await expect(stars.getByRole('columnheader', { name: 'Share' })).toBeVisible();
  await expect(stars.getByRole('row', { name: '5 1 50%' })).toBeVisible();
  await expect(stars.locator('svg .recharts-bar-rectangle')).toHaveCount(0);
});

test('whoever passes a quiz downloads a certificate at its end, and its owner from the answer', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Quentin Quiz');
  const { flowId, address } = await madeForm(owner, 'Planets', [
    { type: 'short_text', label: 'Name' },
    { type: 'single_choice', label: 'The largest?', choices: ['Jupiter', 'Mars'] },
  ]);
  await sitDown(page, owner);
  // One that begins as a quiz says so in its settings; another one becomes it there.
  await page.goto('/home/forms/new');
  await page.getByRole('radio', { name: /^A blank quiz/ }).check();
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue('Untitled form');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByLabel('This form is a quiz')).toBeChecked();
  await page.goto(`/editor/${flowId}/settings`);
  await page.getByLabel('This form is a quiz').check();
  await page.getByLabel('Give a certificate').check();
  await page.getByLabel('Text of the certificate').fill('{{Name}}\nwith {{Points}} points');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.goto(address);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Jupiter').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  const atTheEnd = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Certificate (PDF)' }).click();
  expect((await atTheEnd).suggestedFilename()).toMatch(/^Planets \d{4}-\d\d-\d\d certificate\.pdf$/);

  await page.goto(`/editor/${flowId}/results`);
  await cell(page, 1, 2).click();
  await expect(cell(page, 1, 2)).toHaveText('Ada');
  await page.keyboard.press('Alt+Enter');
  const record = page.getByRole('region', { name: 'Answer' });
  await record.getByRole('button', { name: 'More', exact: true }).click();
  const ofOwner = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download certificate' }).click();
  expect((await ofOwner).suggestedFilename()).toMatch(/certificate\.pdf$/);
});

test('questions that the form asks no more stand last in the results, under a heading of their own', async ({
  page,
  product,
}) => {
  const owner = await signUp(product.url, 'Rhea Removed');
  const { flowId, address, ids } = await madeForm(
    owner,
    'Guests',
    ['Name', 'Allergies', 'Diet', 'Town'].map((label) => ({ type: 'short_text', label })),
  );
  await page.goto(address);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Allergies').fill('Nuts');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const { content, version } = await owner.query<{
    readonly content: { readonly blocks: { readonly [id: string]: object } };
    readonly version: number;
  }>('forms.get', { flowId });
  const removed = ids.slice(1, 3);
  await owner.mutate('forms.edit', {
    ...{ flowId, editId: `edt${'r'.repeat(21)}`, version },
    edits: removed.map((id) => ({ kind: 'block', id, before: content.blocks[id], after: null })),
  });
  await owner.mutate('forms.publish', { flowId, version: version + 1 });
  // A column of somebody's own is no question that was removed.
  await owner.mutate('fields.create', {
    ...{ basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` },
    field: { name: 'Seat', type: 'single_line_text' },
  });
  await sitDown(page, owner);
  await page.goto(`/editor/${flowId}/results`);
  await expect(page.getByText('Removed questions')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Submitted',
    'Name',
    'Town',
    'Seat',
    'Allergies',
    'Diet',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Diet' })).toHaveAttribute(
    'aria-description',
    'Removed questions',
  );
  await expect(cell(page, 1, 5)).toHaveText('Nuts');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-grid-scroller]').evaluate((scroller: { scrollLeft: number }) => {
    scroller.scrollLeft = 10_000;
  });
  await expect(page.getByRole('gridcell', { name: 'Nuts' })).toBeInViewport();
  await expect(page.getByText('Removed questions')).toBeInViewport();
});
