import { expect, type Page } from '@playwright/test';
import { must } from '@weft/std';
import { type Session, signUp } from '@weft/testkit';
import { corpus, name, watch } from './hostile.ts';
import { madeForm } from './made-form.ts';
import { cell, emailOf } from './people.ts';
import { sitDown, test } from './product-test.ts';

// Who signs up first reads the outbox.
test.use({ ownProduct: true });

/** What a program of a spreadsheet would compute. */
const formulas = ['=1+1', '+A1', '-1+2', '@SUM(A1)', '=HYPERLINK("https://evil.example","x")'];
const css = `h1 { background: url(https://evil.example/css) }
@import "https://evil.example/import";
</style><script>window.hostile=1</script><x-hostile>
h2 { color: red; behavior: url(#x); -moz-binding: url(//evil.example) }`;

/** A form all of whose texts are hostile, with an ending that repeats what was answered. */
async function hostileForm(owner: Session) {
  // What stands in double braces names a question, and is refused where there is none.
  const texts = corpus.map((each) => each.replace('{{', '{ {'));
  const text = (place: number) => must(texts[place % texts.length]);
  const form = await madeForm(owner, name('Form').replace('{{', '{ {'), [
    { type: 'short_text', label: 'Evil', settings: { usual: text(2) } },
    { type: 'long_text', label: text(0), settings: { help: text(1) } },
    { type: 'single_choice', label: text(2), choices: texts },
    { type: 'multiple_choice', label: text(3), choices: texts },
    { type: 'dropdown', label: text(4), choices: texts },
    { type: 'ranking', label: text(5), choices: texts.slice(0, 4) },
    { type: 'scale', label: text(6), settings: { fromLabel: text(2).slice(0, 60), toLabel: text(8) } },
    { type: 'consent', label: text(7), settings: { terms: texts.join('\n\n') } },
    { type: 'paragraph', label: '', settings: { text: `${texts.join('\n\n')}\n\n[x](${text(8)})` } },
    { type: 'file', label: text(9) },
    { type: 'email', label: name('Email').replace('{{', '{ {') },
    { type: 'hidden', label: 'Source', settings: { parameter: 'source' } },
    { type: 'heading', label: 'Hello {{Evil}} {{Source}}', page: 1 },
    { type: 'short_text', label: 'Again {{Evil}}', settings: { help: '{{Source}}' }, page: 1 },
  ]);
  const { flowId } = form;
  const edit = (version: number, edits: readonly object[]) =>
    owner.mutate<{ readonly version: number }>('forms.edit', {
      ...{ flowId, editId: `edt${String(version).padStart(21, 'f')}`, version, edits },
    });
  const ending = (redirect: object) => ({
    ...{ kind: 'block', id: `pag${'9'.repeat(21)}`, before: null },
    after: {
      ...{ parent: null, order: 'Y' },
      props: {
        ...{ type: 'page', kind: 'ending', label: 'Bye {{Evil}}' },
        ...{ help: `{{Source}} {{Evil}} ${texts.join(' ')}`.slice(0, 1_000), ...redirect },
      },
    },
  });
  // No address of an ending runs anything.
  const { version } = await edit(1, [ending({ redirect: 'javascript:window.hostile=1' })]);
  await expect(owner.mutate('forms.publish', { flowId, version })).rejects.toThrow(/https/);
  const mended = await edit(version, [
    {
      ...{ kind: 'prop', id: `pag${'9'.repeat(21)}`, key: 'redirect' },
      ...{ before: 'javascript:window.hostile=1', after: null },
    },
  ]);
  await owner.mutate('forms.publish', { flowId, version: mended.version });
  await owner.mutate('forms.updateSettings', {
    flowId,
    settings: {
      ...{ spamDefence: false, closedMessage: texts.join(' ').slice(0, 500) },
      ...{ replySubject: name('Thanks'), replyText: `${texts.join('\n')}\n{{Evil}} {{Source}}` },
    },
  });
  return { ...form, edit, version: mended.version };
}

/** Fills in what one page asks, with hostile texts and files. */
async function answer(page: Page, text: string): Promise<void> {
  await page.getByLabel('Evil', { exact: true }).fill(text);
  await page.locator('textarea').first().fill(corpus.join('\n'));
  await page.locator('input[type=radio]').first().check({ force: true });
  await page.locator('input[type=checkbox]').first().check({ force: true });
  await page.getByLabel(/^Email/).fill('ada@example.org');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: `${name('File').replaceAll('/', '')}.txt`, mimeType: 'text/plain' },
      buffer: Buffer.from(corpus.join('\n')),
    });
  await expect(page.getByRole('button', { name: /^Remove File/ })).toBeVisible();
}

test('no text of a form or of an answer ever runs, loads or links to anything', async ({
  page,
  product,
  newPerson,
}) => {
  const owner = await signUp(product.url, 'Hostile Owner', emailOf('Hostile Owner'));
  const { flowId, address, ids, edit, version } = await hostileForm(owner);

  // Every text as an answer, before the one that stands first in the results.
  const { published } = await owner.query<{ readonly published: { readonly id: string } }>('forms.get', {
    flowId,
  });
  for (const [place, text] of [...corpus, ...formulas].entries())
    await owner.post(`/t/${flowId}/submissions`, {
      ...{ submissionId: `sub${String(place).padStart(21, '0')}`, version: published.id },
      answers: { [must(ids[0])]: text, [must(ids[1])]: text },
    });

  // Whoever answers: the page as it comes, with parameters, what the next page repeats, and the ending.
  const guest = await newPerson();
  const ofGuest = await watch(guest, product.url);
  const bait = corpus.map((text) => encodeURIComponent(text));
  for (const text of bait.slice(0, 4)) {
    await guest.goto(`${address}?source=${text}&${ids[0]}=${text}&${text}=1#${text}`);
    await ofGuest.expectHarmless();
  }
  await answer(guest, name('Answer'));
  await ofGuest.expectHarmless();
  // The page says so while a file is on its way.
  await expect(async () => {
    await guest.getByRole('button', { name: 'Next' }).click();
    await expect(guest.getByText(/^Hello Answer/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await ofGuest.expectHarmless();
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest.getByText(/^Bye Answer/)).toBeVisible();
  await ofGuest.expectHarmless();

  await sitDown(page, owner);
  const { expectHarmless } = await watch(page, product.url);
  await page.goto(`/editor/${flowId}/results`);
  await expect(cell(page, 1, 2)).toContainText('Answer');
  await expectHarmless();
  await cell(page, 1, 2).click();
  for (let column = 0; column < ids.length; column++) {
    await page.keyboard.press('ArrowRight');
    await expectHarmless();
  }
  await page.keyboard.press('Alt+Enter');
  const region = page.getByRole('region', { name: 'Answer' });
  await expect(region.getByLabel('Evil', { exact: true })).toHaveValue(/^Answer/);
  await expectHarmless();
  const record = must(/rec[0-9a-z]{21}/.exec(page.url())?.[0]);
  await region.getByRole('button', { name: 'All answers' }).click();
  await page.getByText('Summary', { exact: true }).click();
  await expect(page.getByText(/^Answer/).first()).toBeVisible();
  await expectHarmless();

  // Published versions, the draft with what keeps it from being published, and where the form is shared and set.
  await edit(version, [{ kind: 'prop', id: null, key: 'css', before: null, after: css }]);
  for (const [tab, shown] of [
    ['edit', page.getByLabel('Title').first()],
    ['share', page.getByRole('textbox', { name: 'Link' })],
    ['integrations', page.getByRole('heading').first()],
    ['settings', page.getByText('Line 3', { exact: false }).first()],
  ] as const) {
    await page.goto(`/editor/${flowId}/${tab}`);
    await expect(shown).toBeVisible();
    await expectHarmless();
  }
  await page.goto(`/editor/${flowId}/edit`);
  for (let place = 1; place <= 4; place++) {
    await page.getByLabel(`Label of question ${place}`, { exact: true }).click();
    await expectHarmless();
  }
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByTitle('Preview of the draft').contentFrame().getByLabel('Evil', { exact: true }),
  ).toBeVisible();
  await expectHarmless();
  await page.goto('/settings/outbox');
  await expect(page.getByText(/^Thanks/).first()).toBeVisible();
  await page
    .getByText(/^Thanks/)
    .first()
    .click();
  await expectHarmless();

  // What is taken out of the product.
  const pdf = await page.request.get(`${product.url}/v1/forms/${flowId}/answers/${record}/pdf`);
  expect((await pdf.body()).toString('latin1')).not.toMatch(
    /\/(JavaScript|JS|URI|Launch|OpenAction|EmbeddedFile)\b/,
  );
  const csv = await page.request.get(
    `${product.url}/v1/bases/${flowId}/tables/tbl${flowId.slice(3)}/export?format=csv&formulas=escape`,
  );
  const rows = await csv.text();
  for (const formula of formulas) {
    const written = formula.replaceAll('"', '""');
    expect(rows).toContain(`'${written}`);
    for (const before of [',', ',"', '\n', '\n"']) expect(rows).not.toContain(`${before}${written}`);
  }
});
