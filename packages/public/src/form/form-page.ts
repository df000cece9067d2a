import { type FormQuestion, fieldsOf } from '@weft/forms';
import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';
import { question } from './question.ts';

/** Names of the parts of a form that are no questions; a question's name is its id. */
export const formParts = { submission: 'submission', snapshot: 'snapshot' } as const;

export interface FormPage {
  readonly files: PageFiles;
  readonly title: string;
  readonly questions: readonly FormQuestion[];
  /** The path the answers are sent to. */
  readonly action: string;
  /** The id under which they are taken once. */
  readonly submissionId: string;
  /** The version that is shown. */
  readonly snapshotId: string;
  /** What was sent, by field. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What is wrong with it, by field. */
  readonly faults: ReadonlyMap<string, string>;
  /** What is to be said about all of it. */
  readonly notice: string | null;
  /** Shows a draft to those who make it: nothing can be sent. */
  readonly isPreview?: boolean;
}

const previewed = html`<p class="preview">This is a preview of the draft. Nothing is sent from here.</p>`;

const alert = (text: string, links: readonly Html[] = []): Html =>
  html`<div class="alert" role="alert" tabindex="-1"><p>${text}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div>`;

function faultSummary({ questions, faults }: FormPage): Html | null {
  const wrong = questions.flatMap((one) =>
    fieldsOf([one]).flatMap(({ id, name }) => (faults.has(id) ? [{ id, name }] : [])),
  );
  if (wrong.length === 0) return null;
  const count = wrong.length === 1 ? 'One answer needs a look' : `${wrong.length} answers need a look`;
  return alert(
    `${count}. Nothing was sent yet, and what you wrote is kept.`,
    wrong.map(({ id, name }) => html`<li><a href="#${id}">${name}</a>: ${faults.get(id) ?? ''}</li>`),
  );
}

/** A published form: it is filled in and sent without any script. */
export function formPage(form: FormPage): string {
  const { title, questions, values, faults } = form;
  const summary = faultSummary(form) ?? (form.notice !== null && alert(form.notice));
  const isPreview = form.isPreview === true;
  const main = html`<main>
${isPreview && previewed}
<h1>${title}</h1>
${summary}
<form method="post" action="${form.action}" novalidate>
<input type="hidden" name="${formParts.submission}" value="${form.submissionId}">
<input type="hidden" name="${formParts.snapshot}" value="${form.snapshotId}">
${questions.map((one) =>
  question({
    question: one,
    valuesOf: (id) => values.get(id) ?? [],
    faultOf: (id) => faults.get(id) ?? null,
    seed: form.submissionId,
  }),
)}
<div class="actions"><button type="submit"${isPreview && html` disabled`}>Submit</button><p class="state" role="status"></p></div>
</form>
</main>`;
  return page(form.files, faults.size > 0 ? `Check your answers – ${title}` : title, main);
}

const message = (files: PageFiles, title: string, text: string, link: Html | null): string =>
  page(files, title, html`<main class="message"><h1 tabindex="-1">${title}</h1><p>${text}</p>${link}</main>`);

const another = (action: string): Html => html`<p><a href="${action}">Send another answer</a></p>`;

export const thanksPage = (files: PageFiles, formTitle: string, action: string): string =>
  message(files, 'Thank you', `Your answer to “${formTitle}” was sent.`, another(action));

/** The same page sent twice: the first answer counts. */
export const repeatedPage = (files: PageFiles, formTitle: string, action: string): string =>
  message(
    files,
    'Already received',
    `This answer to “${formTitle}” was sent before, and is kept as it was then.`,
    another(action),
  );

/** Nothing is published here, or nothing any more. */
export const closedPage = (files: PageFiles): string =>
  message(
    files,
    'This form is not open',
    'It may have been closed, or the link is not complete. Ask whoever gave it to you.',
    null,
  );

/** Published, but taking no answers now. */
export const closedFormPage = (files: PageFiles, formTitle: string, why: string): string =>
  message(files, 'This form is closed', `“${formTitle}”: ${why}`, null);

/** Something refused the answer before it could be looked at. */
export const refusedPage = (files: PageFiles, text: string): string =>
  message(files, 'Your answer was not sent', `${text}. Go back: what you wrote may still be there.`, null);
