import {
  type FilesOf,
  type FormPage,
  type FormQuestion,
  inputsOf,
  isConditional,
  questionType,
  type ReviewPart,
  rowsOf,
  type Sent,
} from '@weft/forms';
import { alert } from '../alert.ts';
import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { answerForm, languageParameter, type PageFiles, page, wordsOf } from '../page.ts';
import { faultSummary } from './fault-summary.ts';
import { another, certificateLink, message, sentence } from './message-pages.ts';
import { question } from './question.ts';
import { timeShown } from './quiz-pages.ts';
import { type JudgedQuestion, judgedPage, type QuizResult, quizOutcome, quizResult } from './quiz-result.ts';
import { reviewPart } from './review.ts';
import { richText } from './rich-text.ts';

/** Names of the parts of a form that are no questions; a question's name is its id. */
export const formParts = {
  submission: 'submission',
  snapshot: 'snapshot',
  /** The page that is shown. */
  page: 'page',
  /** A page that was turned to without a connection. */
  turned: 'turned',
  /** What the pressed button does. */
  go: 'go',
  /** Where a link goes that opens the answer elsewhere. */
  later: 'later',
  /** A question with conditions that is shown. */
  asked: 'asked',
  /** Says when the form was opened. */
  token: 'token',
  /** The token of a captcha. */
  captcha: 'captcha',
  /** What a browser has worked out, where the form asks for that. */
  work: 'work',
  /** The language that the page is shown in, and the one that is chosen. */
  language: 'in',
  otherLanguage: languageParameter,
  /** Nobody sees it, so nobody fills it in. */
  trap: 'website',
} as const;

export interface FormView {
  readonly files: PageFiles;
  /** Of the form. */
  readonly title: string;
  readonly page: Pick<FormPage, 'id' | 'kind' | 'title' | 'text'>;
  /** All questions of the page; `required` as conditions make it. */
  readonly questions: readonly FormQuestion[];
  /** Those that conditions hide now. */
  readonly hidden: ReadonlySet<string>;
  /** What the script needs to show and hide them at once; null: no question has conditions. */
  readonly logic: object | null;
  /** The path the answers are sent to. */
  readonly action: string;
  /** The id under which they are taken once. */
  readonly submissionId: string;
  /** The version that is shown. */
  readonly snapshotId: string;
  /** Says when the form was opened. */
  readonly token: string;
  /** What was sent, by field. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** What is known of a file that was sent. */
  readonly fileOf: FilesOf;
  /** Where an image of the form is, by the id of its file. */
  readonly imageAddress: (fileId: string) => string;
  /** What was sent to other pages. */
  readonly carried: Sent;
  /** What is wrong with it, by field. */
  readonly faults: ReadonlyMap<string, string>;
  /** What is to be said about all of it. */
  readonly notice: string | null;
  /** From 1 on; `count` is null where it depends on answers. */
  readonly place: { readonly number: number; readonly count: number | null };
  /** Whether the answers are sent from here, as they are filled in now. */
  readonly isLast: boolean;
  readonly review: readonly ReviewPart[];
  /** All its places are taken: what is sent waits for one. */
  readonly isFormFull?: boolean;
  /** What was done, where nothing is wrong. */
  readonly told?: string | undefined;
  /** Whether it asks the browser for some work, against programs that send many answers. */
  readonly asksWork: boolean;
  /** The captcha that is asked for where an answer can be sent; null: none. */
  readonly captcha: {
    readonly service: string;
    readonly label: string;
    readonly siteKey: string;
    readonly script: string;
    /** What its token is for. */
    readonly action: string;
  } | null;
  /** A link to go on elsewhere can be mailed. */
  readonly offersLink: boolean;
  /** It shows what was filled in on an earlier visit. */
  readonly isResumed?: true;
  /** Of a quiz with a time limit: milliseconds that are left. */
  readonly timeLeft?: number | null | undefined;
  /** Of a quiz that tells points behind each page: what the page before came to. */
  readonly judged?: readonly JudgedQuestion[];
  /** No page comes again. */
  readonly isOneWay?: boolean;
  /** Why its pages are turned with a connection alone, as the end of a sentence; null: they are turned without one. */
  readonly connectionNeed: string | null;
  /** Puts the answers of the pages before into a text. */
  readonly pipe: (text: string) => string;
  /** Shows a draft to those who make it: what they fill in is stored nowhere. Its pages, with their addresses. */
  readonly preview?:
    | readonly { readonly name: string; readonly address: string; readonly isShown: boolean }[]
    | undefined;
}

const previewed = (pages: FormView['preview']): Html | false =>
  pages !== undefined &&
  html`<div class="preview"><p>This is a preview of the draft. What you fill in is tried out, and stored nowhere.</p>${
    pages.length > 1 &&
    html`<nav aria-label="Pages">${pages.map(
      ({ name, address, isShown }) =>
        html`<a href="${address}"${isShown && html` aria-current="page"`}>${name}</a>`,
    )}</nav>`
  }</div>`;

function faultsOf({ files, questions, faults, pipe }: FormView): Html | null {
  const { say, sentence: told } = wordsOf(files);
  const wrong = questions.flatMap((one) =>
    inputsOf([one]).flatMap(({ id, name }) =>
      faults.has(id) ? [{ id, name: pipe(name), reason: told(faults.get(id) ?? '') }] : [],
    ),
  );
  if (wrong.length === 0) return null;
  return faultSummary(say(wrong.length === 1 ? 'oneWrong' : 'manyWrong', wrong.length), wrong);
}

const hiddenInput = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Programs that fill in every field fill in this one too. */
const trap = ({ say }: Words): Html =>
  html`<div class="trap" aria-hidden="true"><label>${say('leaveEmpty')} <input name="${formParts.trap}" tabindex="-1" autocomplete="off"></label></div>`;

/** The questions of a page, and where what is sent of them goes. */
export type QuestionsView = Pick<
  FormView,
  | 'files'
  | 'questions'
  | 'hidden'
  | 'values'
  | 'faults'
  | 'pipe'
  | 'fileOf'
  | 'imageAddress'
  | 'action'
  | 'submissionId'
  | 'preview'
>;

function questionPart(view: QuestionsView, one: FormQuestion): Html {
  const { values, faults, hidden, submissionId } = view;
  const shown = question({
    question: one,
    valuesOf: (id) => values.get(id) ?? [],
    faultOf: (id) => faults.get(id) ?? null,
    fileOf: view.fileOf,
    imageAddress: view.imageAddress,
    recordsAddress: view.preview === undefined ? `${view.action}/records` : null,
    seed: submissionId,
    pipe: view.pipe,
    words: wordsOf(view.files),
  });
  const comesAndGoes = isConditional(one);
  if (!comesAndGoes && one.requiredWhen === null) return shown;
  const asked = comesAndGoes && hiddenInput(formParts.asked, one.id);
  // What is disabled is not sent: hidden questions have no answer.
  return html`<fieldset class="when" data-question="${one.id}"${hidden.has(one.id) && html` hidden disabled`}>${asked}${shown}</fieldset>`;
}

/** Questions side by side, where there is room. */
function rowPart(view: QuestionsView, row: readonly FormQuestion[]): Html {
  const parts = row.map((one) => questionPart(view, one));
  return parts.length === 1 ? html`${parts}` : html`<div class="beside">${parts}</div>`;
}

export const questionRows = (view: QuestionsView): readonly Html[] =>
  rowsOf(view.questions).map((row) => rowPart(view, row));

/** What the script needs to follow conditions, on the form that holds the questions. */
export const logicAttribute = (logic: FormView['logic']): Html | false =>
  logic !== null && html` data-logic="${JSON.stringify(logic)}"`;

/** What the button says that leads to another page. */
const onward = ({ say }: Words, { kind }: FormView['page']): string =>
  say(kind === 'cover' ? 'start' : 'next');

function actions({ files, page: own, place, isLast, isOneWay }: FormView): Html {
  const words = wordsOf(files);
  const { say } = words;
  const label = isLast ? say('submit') : onward(words, own);
  const back =
    place.number > 1 &&
    isOneWay !== true &&
    html`<button class="plain" name="${formParts.go}" value="back">${say('back')}</button>`;
  const where = place.count === null ? say('page', place.number) : say('pageOf', place.number, place.count);
  return html`<div class="actions">${back}<button type="submit" name="${formParts.go}" value="next">${label}</button>${
    place.count !== 1 && html`<p class="place">${where}</p>`
  }<p class="state" role="status"></p></div>`;
}

/** The script puts the service's widget there, and what that finds into the form. */
const captchaBox = (
  { service, label, siteKey, script, action }: NonNullable<FormView['captcha']>,
  words: Words,
): Html =>
  html`${hiddenInput(formParts.captcha, '')}<div class="captcha" data-captcha="${service}" data-label="${label}" data-key="${siteKey}" data-action="${action}" data-script="${script}"></div>${needsScript(words)}`;

const needsScript = ({ say }: Words): Html =>
  html`<noscript><p class="alert">${say('needsScript')}</p></noscript>`;

/** A way to go on elsewhere; forms of one page are done before a mail is there. */
const later = ({ say }: Words): Html =>
  html`<details class="later"><summary>${say('later')}</summary><label for="later">${say('email')}</label><div class="signed"><input class="control" type="email" id="later" name="${formParts.later}" autocomplete="email" inputmode="email"><button class="plain" name="${formParts.go}" value="mail">${say('sendLink')}</button></div></details>`;

/** One page of a published form: it is filled in and sent without any script. */
export function formPage(view: FormView): string {
  const { title, page: own, faults, place } = view;
  const words = wordsOf(view.files);
  const { say } = words;
  const summary = faultsOf(view) ?? (view.notice !== null && alert(words.sentence(view.notice)));
  const heading = view.pipe(own.title).trim() || title;
  const takesFiles = view.questions.some(({ type }) => questionType(type).files !== undefined);
  // Its other pages are worth having on the device: it may be left without a connection.
  const hasPages = place.count !== 1 && view.connectionNeed === null;
  const main = html`<main>
${place.count !== null && place.count > 1 && html`<progress value="${place.number}" max="${place.count}" aria-hidden="true"></progress>`}
${previewed(view.preview)}
${judgedPage(view.judged ?? [], words)}
${view.timeLeft != null && timeShown(view.timeLeft, words)}
${view.isFormFull === true && html`<p class="told">${say('allTaken')}</p>`}
${view.told !== undefined && html`<p class="told" role="status">${words.sentence(view.told)}</p>`}
${view.isResumed === true && html`<p class="told">${say('stillHere')} <a href="?new">${say('startOver')}</a></p>`}
${heading !== title && html`<p class="form-name">${title}</p>`}
<h1 tabindex="-1">${heading}</h1>
${own.text !== '' && html`<div class="prose lead">${richText(own.text, view.pipe)}</div>`}
${summary}
<form id="${answerForm}" method="post" action="${view.action}" novalidate${logicAttribute(view.logic)}${view.asksWork && html` data-work`}${view.preview !== undefined ? html` data-plain` : hasPages && html` data-pages`}${view.connectionNeed !== null && html` data-connected="${words.sentence(view.connectionNeed)}"`}${takesFiles && view.preview === undefined && html` enctype="multipart/form-data"`}>
<button class="unseen" name="${formParts.go}" value="next" tabindex="-1" aria-hidden="true">${onward(words, own)}</button>
${hiddenInput(formParts.submission, view.submissionId)}
${hiddenInput(formParts.snapshot, view.snapshotId)}
${hiddenInput(formParts.token, view.token)}
${view.asksWork && html`${hiddenInput(formParts.work, '')}${needsScript(words)}`}
${(view.files.language?.offered.length ?? 0) > 1 && hiddenInput(formParts.language, words.language)}
${trap(words)}
${hiddenInput(formParts.page, own.id)}
${view.carried.map(([name, text]) => hiddenInput(name, text))}
${view.review.map((part) => reviewPart(part, formParts.go, view.isOneWay === true, say('change')))}
${questionRows(view)}
${view.captcha !== null && captchaBox(view.captcha, words)}
${actions(view)}
${view.place.count !== 1 && view.offersLink && later(words)}
${view.timeLeft != null && html`<button name="${formParts.go}" value="time" data-time hidden>${say('handIn')}</button>`}
</form>
</main>`;
  const named = heading === title ? title : `${heading} – ${title}`;
  const numbered = place.number > 1 && heading === title ? `${say('page', place.number)} – ${named}` : named;
  const told = faults.size > 0 ? `${say('checkAnswers')} – ${title}` : numbered;
  return page(view.files, told, main, { hasAnswer: view.preview === undefined });
}

/** An ending as somebody sees it who got there. */
export interface Ending extends Pick<FormPage, 'title' | 'text' | 'questions'> {
  /** What was computed, by field. */
  readonly values: FormView['values'];
}

/** Where an image of a published form is. */
export const imageAddress = (action: string, fileId: string): string => `${action}/images/${fileId}`;

/** What an ending says besides its heading. */
const endingPart = (
  ending: Ending | null,
  pipe: (text: string) => string,
  addressOf: (fileId: string) => string,
  words: Words,
): Html =>
  html`${ending !== null && ending.text !== '' && html`<div class="prose">${richText(ending.text, pipe)}</div>`}${(
    ending?.questions ?? []
  ).map((one) =>
    question({
      question: one,
      valuesOf: (id) => ending?.values.get(id) ?? [],
      faultOf: () => null,
      fileOf: () => null,
      imageAddress: addressOf,
      recordsAddress: null,
      seed: '',
      pipe,
      words,
    }),
  )}`;

/** What a form has for whoever sent an answer. */
interface AfterSending {
  /** Where it leads. */
  readonly redirect?: string | null;
  readonly result?: QuizResult | null;
  /** The address of a certificate. */
  readonly certificate?: string | null;
}

/** What comes when an answer was taken: the form's own ending, if it has one. */
export function thanksPage(
  files: PageFiles,
  formTitle: string,
  action: string,
  ending: Ending | null,
  pipe: (text: string) => string,
  { redirect = null, result = null, certificate = null }: AfterSending = {},
): string {
  const words = wordsOf(files);
  const { say } = words;
  const title = pipe(ending?.title ?? '').trim() || say('thanks');
  const told = endingPart(ending, pipe, (fileId) => imageAddress(action, fileId), words);
  const said = told.text === '' ? sentence(say('wasSent', formTitle)) : told;
  if (result !== null && redirect === null) {
    const own = html`${said}${quizResult(result, words)}`;
    return resultPage(files, { title, action, result, certificate }, own);
  }
  const all = html`${said}${quizResult(result, words)}${certificateLink(certificate, words)}`;
  if (redirect === null) return message(files, title, all, another(action, words));
  const { host } = new URL(redirect);
  const onward = html`<p><a href="${redirect}" data-redirect>${say('goOnTo', host)}</a></p>`;
  return message(files, title, all, onward);
}

/** The end of a quiz: its points beside the heading, what was answered below, and where one goes from there. */
function resultPage(
  files: PageFiles,
  {
    title,
    action,
    result,
    certificate,
  }: {
    readonly title: string;
    readonly action: string;
    readonly result: QuizResult;
    readonly certificate: string | null;
  },
  text: Html,
): string {
  const words = wordsOf(files);
  const again = html`<a class="button plain" href="${action}">${words.say('tryQuizAgain')}</a>`;
  const file =
    certificate !== null &&
    html`<a class="button" href="${certificate}" download>${words.say('certificateFile')}</a>`;
  return page(
    files,
    title,
    html`<main class="result">${quizOutcome(result, title, words)}${text}<div class="actions">${again}${file}</div></main>`,
  );
}

/** The end of an answer that was only tried out: the way it took, and what whoever answers would see. */
export function triedPage(
  files: PageFiles,
  tried: {
    readonly way: readonly string[];
    readonly redirect: string | null;
    readonly again: string;
    readonly ending: Ending | null;
    readonly result: QuizResult | null;
  },
  pipe: (text: string) => string,
  addressOf: (fileId: string) => string,
): string {
  const { way, redirect, again, ending, result } = tried;
  const words = wordsOf(files);
  const title = pipe(ending?.title ?? '').trim() || words.say('thanks');
  const told = html`<div class="preview"><p>This answer would be taken. It was only tried out, and is stored nowhere. Its way: ${way.join(' → ')}</p>${
    redirect !== null && html`<p>Then it leads to ${redirect}</p>`
  }<nav aria-label="Preview"><a href="${again}">Try another answer</a></nav></div>`;
  return page(
    files,
    title,
    result === null
      ? html`<main class="message">${told}<h1 tabindex="-1">${title}</h1>${endingPart(ending, pipe, addressOf, words)}</main>`
      : html`<main class="result">${told}${quizOutcome(result, title, words)}${endingPart(ending, pipe, addressOf, words)}${quizResult(result, words)}</main>`,
  );
}
