// Turns the pages of a form while there is no connection, by the rules that the server goes by. It judges the whole way
// once more when the answer is sent.
import type { Attachment } from '@weft/core';
import {
  type FormPage,
  type FormQuestion,
  fieldsOf,
  inputsOf,
  pipeOf,
  type ReviewPart,
  reviewOf,
  turn,
  walk,
  withPicked,
} from '@weft/forms';
import type { Wrong } from '../form/fault-summary.ts';
import { reviewPart } from '../form/review.ts';
import { filled } from '../languages/filled.ts';
import { sentenceFrom } from '../languages/sentences.ts';
import type { OfflineTexts } from '../languages/words.ts';
import { listFaults } from './faults.ts';
import { knownFile } from './kept-files.ts';
import { type Kept, namesFile, offlinePages, ofPage } from './offline.ts';

export { markFaults } from './faults.ts';

/** The pages of a form as everybody gets them: `html` by their ids, without answers. */
interface OfflinePages {
  readonly pages: readonly FormPage[];
  readonly html: { readonly [pageId: string]: string };
  /** The same pages as they are translated; without it they are read as they are written. */
  readonly said?: readonly FormPage[];
  readonly words: OfflineTexts;
}

/** What comes of a move without a connection. */
interface Turned {
  readonly document: Document;
  /** What has to be filled in otherwise first. */
  readonly wrong: readonly Wrong[];
  readonly frame: string;
}

/** What the page itself says, and the id of the answer. */
const notAnswers: readonly string[] = [...ofPage, 'submission', 'work'];

const pathOf = (address: string): string => `${new URL(address).pathname}/pages`;

/** Puts a form's pages on the device, with what they need to be shown. */
export async function keepPages(form: HTMLFormElement): Promise<void> {
  const [submission, token] = ['submission', 'token'].map(
    (name) => (form.elements.namedItem(name) as HTMLInputElement).value,
  );
  const query = new URLSearchParams({ submission, token } as Record<string, string>);
  const answer = await fetch(`${form.action}/pages?${query}`);
  if (!answer.ok) return void answer.body?.cancel();
  await (await caches.open(offlinePages)).put(pathOf(form.action), answer.clone());
  const all = Object.values(((await answer.json()) as OfflinePages).html).join();
  await Promise.all([
    ...(all.includes('class="files') ? [import('./files.ts')] : []),
    ...(all.includes('class="files signature') ? [import('./signature.ts')] : []),
    ...(all.includes('class="group') ? [import('./group.ts')] : []),
    ...(all.includes(' data-logic') ? [import('./conditions.ts')] : []),
  ]);
}

/** The files that an answer names, as this device knows them. */
async function filesOf(address: string, texts: Kept['texts']): Promise<ReadonlyMap<string, Attachment>> {
  const named = texts.filter(([, text]) => namesFile(text));
  const found = await Promise.all(
    named.map(async ([, value]) => {
      const file = await knownFile(address, value);
      if (file === null) return [];
      const { name: originalName, type: mimeType, size } = file;
      return [[value, { filename: value, originalName, mimeType, size, url: '', uploadedAt: '' }] as const];
    }),
  );
  return new Map(found.flat());
}

/** Puts answers into the texts that name their questions. */
function pipeInto(root: Node, pipe: (text: string) => string): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node.nodeValue?.includes('{{') === true) node.nodeValue = pipe(node.nodeValue);
}

/** Puts what was answered before into a review, which came without answers. */
function listAnswers(shown: Document, review: readonly ReviewPart[], change: string): void {
  const parts = review.map((part) => reviewPart(part, 'go', false, change).text);
  const own = new DOMParser().parseFromString(parts.join(''), 'text/html').body;
  for (const empty of shown.querySelectorAll('.review')) empty.remove();
  shown.querySelector('main form input[name=page]')?.after(...own.childNodes);
}

/** The page that a button leads to; null: that is known to the server alone, or the answer is whole. */
export async function turnPage(address: string, texts: Kept['texts'], go: string): Promise<Turned | null> {
  const kept = await (await caches.open(offlinePages)).match(pathOf(address));
  if (kept === undefined) return null;
  const { pages: drawn, html, said = drawn, words } = (await kept.json()) as OfflinePages;
  const named = (name: string) => texts.flatMap(([of, text]) => (of === name ? [text] : []));
  const files = await filesOf(address, texts);
  const sent = texts.filter(([name]) => !notAnswers.includes(name));
  // Which record a text names is known to the server alone: here each is taken as it is written.
  const records = sent.flatMap(([questionId, each]) => {
    const text = each.trim();
    return text === '' ? [] : [{ questionId, text, recordId: '', label: text }];
  });
  const pages = withPicked(drawn, { records, gone: new Set() });
  const walked = walk(pages, sent, new Date().toISOString(), (id) => files.get(id) ?? null);
  const turned = turn(walked, { pageId: named('page').at(-1) ?? null, go, asked: new Set(named('asked')) });
  if (turned?.kind !== 'show') return null;
  const { step, faults } = turned;
  const page = html[step.page.id];
  if (page === undefined) return null;
  const answers = walked.steps[walked.steps.indexOf(step) - 1]?.answers ?? new Map();
  const shown = new DOMParser().parseFromString(page, 'text/html');
  const form = shown.querySelector<HTMLFormElement>('main form');
  if (form?.dataset.logic !== undefined)
    form.dataset.logic = JSON.stringify({
      ...JSON.parse(form.dataset.logic),
      before: [...answers],
      fields: fieldsOf(pages.flatMap(({ questions }) => questions)),
    });
  const questions = new Map(said.flatMap((each) => each.questions.map((one) => [one.id, one])));
  const saidQuestion = (question: FormQuestion) => questions.get(question.id) ?? question;
  const pipe = pipeOf(pages, answers, { said: saidQuestion, words: words.answers });
  pipeInto(shown.body, pipe);
  if (step.page.kind === 'review')
    listAnswers(
      shown,
      reviewOf(pages, walked, walked.steps.indexOf(step), pipe, {
        said: ({ page: { id }, shown: asked }) => ({
          page: said.find((each) => each.id === id) ?? step.page,
          shown: asked.map(saidQuestion),
        }),
        words: words.answers,
        nameless: (number) => filled(words.page, [number]),
      }),
      words.change,
    );
  const sentence = sentenceFrom(words.sentences);
  const wrong = inputsOf((said.find(({ id }) => id === step.page.id) ?? step.page).questions).flatMap(
    ({ id, name }) =>
      faults.has(id) ? [{ id, name: pipe(name), reason: sentence(faults.get(id) ?? '') }] : [],
  );
  shown.title = wrong.length === 0 ? pipe(shown.title) : words.checkAnswers;
  if (form !== null && wrong.length > 0)
    listFaults(
      form,
      wrong,
      words.alertFrame,
      filled(words.wrong[wrong.length === 1 ? 0 : 1], [wrong.length]),
    );
  return { document: shown, wrong, frame: words.faultFrame };
}
