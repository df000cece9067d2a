import { expect, type Page } from '@playwright/test';
import { addPage, addQuestion, newForm, phone, publish, stranger } from './form-editor.ts';
import { signUp } from './people.ts';
import { test } from './product-test.ts';

// A service worker brings the page back.
test.use({ serviceWorkers: 'allow' });

/** What lies on the device of somebody who answers. */
const keptTexts = (page: Page) =>
  page.evaluate<string>(`new Promise((resolve) => {
    const opening = indexedDB.open('weft-forms', 1);
    opening.onsuccess = () => {
      const all = opening.result.transaction('answers').objectStore('answers').getAll();
      all.onsuccess = () => resolve(JSON.stringify(all.result));
    };
  })`);

async function choices(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choices').fill(lines.join('\n'));
  await dialog.getByRole('button', { name: `Add ${lines.length}` }).click();
  await expect(dialog).toBeHidden();
}

/** Shows the selected question where an earlier one is answered by a word. */
async function showWhen(page: Page, question: string, answer: string): Promise<void> {
  await page.getByRole('button', { name: 'Show it when…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-field] button').click();
  await page.getByRole('option', { name: question }).click();
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: answer, exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
}

/** From a page to another where a question of it is answered by a word. */
async function leadTo(page: Page, from: string, question: string, answer: string, to: string) {
  await page.getByRole('button', { name: from }).first().click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-field] button').click();
  await page.getByRole('option', { name: question }).click();
  await dialog.locator('[data-operand] button').click();
  await page.getByRole('option', { name: answer, exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Rule 1 goes to').click();
  await page.getByRole('option', { name: to }).click();
}

test('a form of 20 questions with branches is built, answered on a phone without a connection, changed and charted', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await signUp(page, 'Wanda Whole');
  await newForm(page, 'Summer school');
  await addQuestion(page, 'Full name', 'Who are you?');
  await addQuestion(page, 'Email', 'Where do we write to?');
  await page.getByRole('switch', { name: 'Required' }).click();
  await addQuestion(page, 'Phone', 'Your phone');
  await addQuestion(page, 'Date', 'When were you born?');
  await addQuestion(page, 'Single choice', 'What do you come as?');
  await choices(page, ['Student', 'Teacher', 'Guest']);
  await addQuestion(page, 'Short text', 'Which school do you teach at?');
  await showWhen(page, 'What do you come as?', 'Teacher');
  await addPage(page, 'Page', 'Your course');
  await addQuestion(page, 'Dropdown', 'Which course?');
  await choices(page, ['Weaving', 'Dyeing', 'Spinning', 'Felting']);
  await addQuestion(page, 'Multiple choice', 'What have you done before?');
  await choices(page, ['Weaving at home', 'Knitting', 'Sewing']);
  await addQuestion(page, 'Rating', 'How well do you weave?');
  await addQuestion(page, 'Opinion scale', 'How likely do you bring a friend?');
  await addQuestion(page, 'Yes/no', 'Do you bring a loom?');
  await addQuestion(page, 'Number', 'How wide is it, in cm?');
  await showWhen(page, 'Do you bring a loom?', 'Yes');
  await addQuestion(page, 'Long text', 'What do you want to make?');
  await addPage(page, 'Page', 'Your stay');
  await addQuestion(page, 'Date range', 'Which nights?');
  await addQuestion(page, 'Address', 'Where do you live?');
  await addQuestion(page, 'Multi-dropdown', 'What don’t you eat?');
  await choices(page, ['Meat', 'Fish', 'Nuts', 'Milk']);
  await addQuestion(page, 'Slider', 'How early do you get up?');
  await addQuestion(page, 'Ranking', 'What matters most?');
  await choices(page, ['The teachers', 'The food', 'The place']);
  await addQuestion(page, 'Time', 'When do you arrive?');
  await addQuestion(page, 'Consent', 'I agree to the rules of the house');
  await addPage(page, 'Review', 'Check your answers');
  await addPage(page, 'Ending', 'See you in summer');
  await addPage(page, 'Ending', 'Come by as you like');
  await leadTo(page, 'Page 1', 'What do you come as?', 'Guest', 'Come by as you like');
  await page.getByRole('button', { name: 'Logic' }).click();
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.getByRole('button', { name: 'Page 1' }).first().click();
  const link = await publish(page);

  // Somebody is through in one page.
  const guest = await stranger(browser, phone);
  await guest.goto(link);
  await guest.getByLabel('Where do we write to?').fill('grace@example.org');
  await guest.getByLabel('Guest').check();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByRole('heading', { name: 'Come by as you like' })).toBeVisible();
  await guest.context().close();

  const teacher = await stranger(browser, { ...phone, serviceWorkers: 'allow' });
  await teacher.goto(link);
  await expect
    .poll(() =>
      teacher.evaluate<number>(
        "caches.open('weft-form-files').then((one) => one.keys()).then((k) => k.length)",
      ),
    )
    .toBeGreaterThan(3);
  await expect
    .poll(() =>
      teacher.evaluate<number>("caches.open('weft-forms').then((one) => one.keys()).then((k) => k.length)"),
    )
    .toBe(2);
  await teacher.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await teacher.context().setOffline(true);
  const next = teacher.getByRole('button', { name: 'Next' });
  await teacher.getByLabel('First name').fill('Ada');
  await teacher.getByLabel('Last name').fill('Lovelace');
  await teacher.getByLabel('Where do we write to?').fill('ada@example.org');
  await expect(teacher.getByLabel('Which school do you teach at?')).toBeHidden();
  await teacher.getByLabel('Teacher').check();
  await teacher.getByLabel('Which school do you teach at?').fill('Analytical School');
  await next.click();
  await expect(teacher.getByRole('heading', { name: 'Your course' })).toBeVisible();
  await teacher.getByLabel('Which course?').selectOption({ label: 'Dyeing' });
  await teacher.getByLabel('Knitting').check();
  await teacher.getByLabel('Yes', { exact: true }).check();
  await teacher.getByLabel('How wide is it, in cm?').fill('120');
  await expect.poll(() => keptTexts(teacher)).toContain('120');
  await teacher.reload();
  await expect(teacher.getByLabel('How wide is it, in cm?')).toHaveValue('120');
  await next.click();
  await expect(teacher.getByRole('heading', { name: 'Your stay' })).toBeVisible();
  await next.click();
  await expect(teacher.getByText('Analytical School')).toBeVisible();

  // The form is changed while somebody fills it in.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await addQuestion(page, 'Switch', 'Do you need a car park?');
  await page
    .getByLabel(/^Label of question/)
    .nth(5)
    .fill('Where do you teach?');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();

  await teacher.getByRole('button', { name: 'Submit' }).click();
  await expect(teacher.getByText('It is kept on this device')).toBeVisible();
  await teacher.reload();
  await teacher.context().setOffline(false);
  await expect(teacher.getByRole('heading', { name: 'See you in summer' })).toBeVisible();
  await teacher.context().close();

  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('gridcell', { name: 'Analytical School' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Where do you teach?' })).toBeVisible();
  await page.getByRole('button', { name: 'Summary', exact: true }).click();
  await expect(page.getByText('Dyeing').first()).toBeVisible();
});

test('a quiz is built, taken on a phone and judged', async ({ page, browser }) => {
  test.setTimeout(200_000);
  await signUp(page, 'Quentin Quiz');
  await page.goto('/home/forms/new');
  await page.getByLabel('Name').fill('Planets');
  await page.getByRole('radio', { name: /quiz/i }).first().check();
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByLabel('Title').first()).toHaveValue('Planets');
  for (const [label, right, wrong] of [
    ['Which is the largest?', 'Jupiter', ['Earth', 'Mars']],
    ['Which is nearest to the sun?', 'Mercury', ['Venus', 'Saturn']],
    ['Which has the most rings?', 'Saturn', ['Mars', 'Venus']],
  ] as const) {
    await addQuestion(page, 'Single choice', label);
    await choices(page, [right, ...wrong]);
    await page.getByRole('checkbox', { name: `Right answer: ${right}` }).check();
    await expect(page.getByLabel(`Points for ‘${right}’`)).toHaveValue('1');
    await page.getByLabel(`Points for ‘${right}’`).fill('2');
    await page.getByLabel(`Points for ‘${right}’`).blur();
  }
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Passed from (per cent of the points)').fill('60');
  await page.getByLabel('Passed from (per cent of the points)').blur();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const link = await publish(page);
  for (const [answers, result] of [
    [['Jupiter', 'Mercury', 'Mars'], '4 of 6 points.'],
    [['Earth', 'Venus', 'Saturn'], '2 of 6 points.'],
  ] as const) {
    const taker = await stranger(browser, phone);
    await taker.goto(link);
    for (const [place, answer] of answers.entries())
      await taker.getByRole('group').nth(place).getByLabel(answer).check();
    await taker.getByRole('button', { name: 'Submit' }).click();
    await expect(taker.getByText(result)).toBeVisible();
    await taker.context().close();
  }
  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByRole('columnheader', { name: 'Score' })).toBeVisible();
});
