import { checkFilter, type Filter } from '@weft/core';
import { blockOf, type Content, contrastFaults, contrastSentence, themeOf } from '@weft/documents';
import { namesOf } from './answer-text.ts';
import { type ConditionEnv, conditionEnv } from './answers.ts';
import { fieldsAskedBy } from './conditions.ts';
import { type EventSettings, eventOf, eventProblems, isEvent } from './event/event.ts';
import { type FormPage, type FormQuestion, fieldsOf, pageIndex, pagesOf } from './form-document.ts';
import { languagesOf } from './languages/language.ts';
import { missingTexts } from './languages/translation.ts';
import { isTranslation } from './languages/translation-key.ts';
import { nameKey, namesIn } from './piping.ts';
import { sampleLabels } from './questions/choosing.ts';
import { namesInFormula, readFormula } from './questions/formula.ts';
import { everyOf } from './questions/payment/payment.ts';
import { choosesAtFirst, questionType } from './questions/question-types.ts';
import { listPickersOf, pickersOf } from './questions/record-picker/picked-records.ts';
import { idsInText, textOf } from './questions/settings.ts';
import { isAttempted } from './quiz/attempt.ts';
import { certificateNames, certificateOf } from './quiz/certificate.ts';
import { quizOf, scoreEndings } from './quiz/quiz.ts';
import { isSafeRedirect } from './redirect.ts';
import { targetsOf } from './walk.ts';

/** What keeps a form from being published, in a sentence, and the block it is about. */
export interface FormProblem {
  readonly text: string;
  /** A question's or page's id; null: the whole form's. */
  readonly blockId: string | null;
}

const problem = (blockId: string | null, text: string): FormProblem => ({ blockId, text });

/** A page as people call it. */
export const pageName = (pages: readonly FormPage[], page: FormPage): string =>
  page.title.trim() === '' ? `Page ${pageIndex(pages, page) + 1}` : `‘${page.title.trim()}’`;

function labelProblem(question: FormQuestion): string | null {
  const { choices, parts, needsNoLabel, isContent, fault, label: noun } = questionType(question.type);
  const label = question.label.trim();
  if (needsNoLabel !== true && label === '')
    return isContent === true ? `Write the ${noun.toLowerCase()} first` : 'Give every question a label first';
  if (choices !== undefined && choices.mayBeNone !== true && question.choices.length === 0)
    return `‘${label}’ has no choices yet`;
  if (parts !== undefined && question.parts.length === 0) return `‘${label}’ has nothing to fill in yet`;
  if ([...question.choices, ...question.parts].some((each) => each.label.trim() === ''))
    return `Something in ‘${label}’ has no label yet`;
  const labels = question.choices.map((choice) => choice.label.trim().toLowerCase());
  if (new Set(labels).size < labels.length) return `Two choices of ‘${label}’ have the same label`;
  const wrong = fault?.(question) ?? null;
  return wrong === null ? null : `${label === '' ? noun : `‘${label}’`}: ${wrong}`;
}

/** What is wrong with what is chosen in a question at first; null: nothing. */
function chosenProblem({ type, label, settings, usualWhen = [], choices }: FormQuestion): string | null {
  if (!choosesAtFirst(type)) return null;
  const known = new Set(choices.map(({ id }) => id));
  for (const text of [textOf({ settings }, 'usual'), ...usualWhen.map((rule) => rule.text)]) {
    // Choices that are gone are chosen for nobody.
    const ids = idsInText(text).filter((id) => known.has(id));
    if (ids.length > 1 && questionType(type).takesMany !== true)
      return `‘${label.trim()}’ takes one choice, and has several at first`;
  }
  return null;
}

/** What is wrong with conditions; `before` are the fields answered by then. */
function conditionProblem(filter: Filter, env: ConditionEnv, before: ReadonlySet<string>): string | null {
  const asked = fieldsAskedBy(filter);
  const known = new Set(env.table.fields.map(({ id }) => id));
  if (asked.some((id) => !known.has(id))) return 'asks about a question that is gone';
  if (asked.some((id) => !before.has(id))) return 'asks about a question that comes later';
  if (asked.length === 0) return 'has no condition yet';
  const { table, now } = env;
  return checkFilter(filter, table, { timeZone: 'UTC', locale: 'en-US', now }).ok
    ? null
    : 'does not fit the question it asks about';
}

/** Pages that can come before each page, over any number of others: what they asked may be answered by then. */
function earlierPages(
  content: Content,
  pages: readonly FormPage[],
): ReadonlyMap<string, ReadonlySet<FormPage>> {
  const byScore = scoreEndings(content, pages);
  const earlier = new Map(pages.map(({ id }) => [id, new Set<FormPage>()]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const page of pages) {
      const led = targetsOf(pages, page);
      const canEnd =
        page.kind !== 'ending' && (led.length === 0 || led.some(({ kind }) => kind === 'ending'));
      for (const target of canEnd ? [...led, ...byScore] : led) {
        const known = earlier.get(target.id);
        for (const each of [page, ...(earlier.get(page.id) ?? [])])
          if (known !== undefined && each.id !== target.id && !known.has(each)) {
            known.add(each);
            changed = true;
          }
      }
    }
  }
  return earlier;
}

/** What a page says in the languages it is translated into; a translation may name answers too. */
function translatedTexts(content: Content, page: FormPage): readonly string[] {
  const blocks = [page, ...page.questions].flatMap(({ id }) => blockOf(content, id) ?? []);
  return blocks.flatMap(({ props }) =>
    Object.entries(props).flatMap(([key, text]) => (isTranslation(key) ? [String(text)] : [])),
  );
}

/** The texts of a page that may name answers. */
const textsOn = ({ title, text, redirect, questions }: FormPage): readonly string[] => [
  ...[title, text, redirect ?? ''],
  ...questions.flatMap((question) => [
    ...[question.label, question.help, textOf(question, 'text')],
    question.type === 'hidden' ? '' : textOf(question, 'usual'),
    ...(question.usualWhen ?? []).map(({ text }) => text),
  ]),
];

/** Fields whose answers are numbers, or count as 1 and 0. */
const numeric: readonly string[] = ['number', 'currency', 'percent', 'rating', 'checkbox'];

/** What is wrong with a formula; `before` are the fields answered by then. */
function formulaProblem(text: string, { table }: ConditionEnv, before: ReadonlySet<string>): string | null {
  const formula = readFormula(text);
  if (!formula.ok) return null;
  for (const name of namesInFormula(formula.value)) {
    const named = table.fields.filter((field) => nameKey(field.name) === nameKey(name));
    const known = named.find(({ id }) => before.has(id));
    if (known === undefined) return `computes with ‘{{${name}}}’, which names no question before it`;
    if (!numeric.includes(known.type)) return `computes with ‘{{${name}}}’, whose answer is no number`;
  }
  return null;
}

function pageProblems(
  pages: readonly FormPage[],
  page: FormPage,
  earlier: ReadonlySet<FormPage>,
  env: ConditionEnv,
  translations: readonly string[],
): readonly FormProblem[] {
  const found: FormProblem[] = [];
  const questionsBefore = [...earlier].flatMap(({ questions }) => questions);
  const fieldsBefore = fieldsOf(questionsBefore);
  const before = new Set(fieldsBefore.map(({ id }) => id));
  for (const question of page.questions) {
    const label = labelProblem(question);
    if (label !== null) found.push(problem(question.id, label));
    const chosen = chosenProblem(question);
    if (chosen !== null) found.push(problem(question.id, chosen));
    const ofChoices = question.choices.map(({ shownWhen }) => shownWhen ?? null);
    const ofDefaults = (question.usualWhen ?? []).map(({ when }) => when);
    for (const filter of [question.shownWhen, question.requiredWhen, ...ofChoices, ...ofDefaults]) {
      const wrong = filter === null ? null : conditionProblem(filter, env, before);
      if (wrong !== null)
        found.push(problem(question.id, `A condition of ‘${question.label.trim()}’ ${wrong}`));
    }
    for (const text of questionType(question.type).formulas?.(question) ?? []) {
      const wrong = formulaProblem(text, env, before);
      if (wrong !== null) found.push(problem(question.id, `‘${question.label.trim()}’ ${wrong}`));
    }
    for (const { id } of fieldsOf([question])) before.add(id);
  }
  const name = pageName(pages, page);
  const answered = new Set(namesOf(questionsBefore).map(nameKey));
  for (const text of [...textsOn(page), ...translations])
    for (const used of namesIn(text)) {
      if (answered.has(nameKey(used))) continue;
      const part = fieldsBefore.find((field) => nameKey(field.name).startsWith(`${nameKey(used)}: `));
      const why =
        part === undefined
          ? 'names no question of a page before it'
          : `names a question of several parts: write {{${part.name}}}`;
      found.push(problem(page.id, `‘{{${used}}}’ on ${name} ${why}`));
    }
  for (const { when, to } of page.rules) {
    const wrong = conditionProblem(when, env, before);
    if (wrong !== null) found.push(problem(page.id, `A rule of ${name} ${wrong}`));
    if (!pages.some(({ id }) => id === to))
      found.push(problem(page.id, `A rule of ${name} leads to a page that is gone`));
  }
  if (page.next !== null && !pages.some(({ id }) => id === page.next))
    found.push(problem(page.id, `${name} leads to a page that is gone`));
  if (page.redirect !== null && !(page.kind === 'ending' && isSafeRedirect(page.redirect)))
    found.push(problem(page.id, `${name} leads to no address of https whose host is written out`));
  if (page.kind === 'ending' && page.questions.some(({ type }) => questionType(type).isContent !== true))
    found.push(problem(page.id, `${name} is an ending: it can ask nothing`));
  return found;
}

/** Names in the texts of a certificate that stand for nothing. */
function certificateProblems(content: Content, questions: readonly FormQuestion[]): readonly FormProblem[] {
  const certificate = certificateOf(content);
  if (certificate === null) return [];
  const known = new Set([...namesOf(questions), ...certificateNames].map(nameKey));
  return namesIn(`${certificate.title}\n${certificate.text}`)
    .filter((name) => !known.has(nameKey(name)))
    .map((name) => problem(null, `‘{{${name}}}’ on the certificate names no question`));
}

/** Pages from which every way leads back, so that nobody gets to the end. */
function endlessPages(pages: readonly FormPage[], reached: ReadonlySet<string>): readonly FormPage[] {
  const ends = new Set(
    pages.filter((page) => page.kind === 'ending' || targetsOf(pages, page).length === 0).map(({ id }) => id),
  );
  for (let size = -1; size !== ends.size; ) {
    size = ends.size;
    for (const page of pages) if (targetsOf(pages, page).some(({ id }) => ends.has(id))) ends.add(page.id);
  }
  return pages.filter(({ id }) => reached.has(id) && !ends.has(id));
}

/** What a booking page cannot ask: it has one page, and its answers go into the booking. */
function bookingProblems(event: EventSettings, pages: readonly FormPage[]): readonly FormProblem[] {
  const found = eventProblems(event).map((text) => problem(null, text));
  const [, second] = pages;
  if (second !== undefined)
    found.push(problem(second.id, 'A booking page asks its questions on one page: move them together'));
  for (const { id, type, label } of pages.flatMap(({ questions }) => questions)) {
    const { files, fromAddress } = questionType(type);
    if (files !== undefined || fromAddress !== undefined || type === 'record_picker')
      found.push(problem(id, `A booking page cannot ask ‘${label.trim()}’: choose another type of question`));
  }
  return found;
}

/**
 * Fields that one version may ask for: a table has at most 500, of which ten are for what the form itself writes (the
 * score, the language, marks, PDFs).
 */
const maxAnswerFields = 490;

/** What does not fit into the table of answers. */
function fieldProblems(questions: readonly FormQuestion[]): readonly FormProblem[] {
  // Which record was picked is kept beside what it was called.
  const count = fieldsOf(questions).length + pickersOf(questions).length;
  return count <= maxAnswerFields
    ? []
    : [
        problem(
          null,
          `This form asks for ${count} fields, and its table of answers has room for ${maxAnswerFields}: each row of a matrix and each part of a question is one`,
        ),
      ];
}

/** What a form that takes money cannot do. */
function paymentProblems(content: Content, questions: readonly FormQuestion[]): readonly FormProblem[] {
  const [first, second] = questions.filter(({ type }) => questionType(type).takesPayment === true);
  if (first === undefined) return [];
  return [
    ...(second === undefined ? [] : [problem(second.id, 'A form takes one payment: delete the others')]),
    ...(eventOf(content)?.approval === true
      ? [
          problem(
            first.id,
            'A page whose bookings wait for approval takes no payment: people would pay for a time that they may not get',
          ),
        ]
      : []),
    ...(isEvent(content) && everyOf(first) !== null
      ? [problem(first.id, 'A booking is paid once: a payment that repeats needs a form')]
      : []),
    ...(isAttempted(quizOf(content))
      ? [problem(first.id, 'A quiz with a time limit, attempts or points behind each page takes no payment')]
      : []),
  ];
}

/** What keeps a form from being published besides its own styles, in the order of its pages. */
export function formProblems(content: Content): readonly FormProblem[] {
  const known = knownProblems.get(content) ?? findProblems(content);
  knownProblems.set(content, known);
  return known;
}

const knownProblems = new WeakMap<Content, readonly FormProblem[]>();

function findProblems(content: Content): readonly FormProblem[] {
  const pages = pagesOf(content);
  const questions = pages.flatMap((page) => page.questions);
  const event = eventOf(content);
  if (event !== null) {
    const found = bookingProblems(event, pages);
    if (found.length > 0) return found;
  } else if (!questions.some(({ type }) => questionType(type).isContent !== true))
    return [problem(null, 'Add a question first')];
  const first = pages.find(({ kind }) => kind !== 'ending');
  if (first === undefined) return [problem(null, 'Add a page that is no ending first')];
  // Relative dates are right at any moment.
  const theme = themeOf(content);
  const env = conditionEnv(fieldsOf(questions), '2000-01-01T00:00:00.000Z');
  const earlier = earlierPages(content, pages);
  const reached = new Set(
    pages.filter(({ id }) => id === first.id || earlier.get(id)?.has(first)).map(({ id }) => id),
  );
  /** What a page asks about that cannot be reached does not come too late: it is told that the page cannot be reached. */
  const before = (page: FormPage): ReadonlySet<FormPage> =>
    (reached.has(page.id) ? earlier.get(page.id) : null) ?? new Set(pages.filter((each) => each !== page));
  return [
    ...pages.flatMap((page) => pageProblems(pages, page, before(page), env, translatedTexts(content, page))),
    ...pages
      .filter(({ id }) => !reached.has(id))
      .map((page) => problem(page.id, `${pageName(pages, page)} can’t be reached: lead to it, or delete it`)),
    ...endlessPages(pages, reached).map((page) =>
      problem(page.id, `From ${pageName(pages, page)} every way leads back: nobody gets to the end`),
    ),
    ...fieldProblems(questions),
    ...paymentProblems(content, questions),
    ...certificateProblems(content, questions),
    ...(theme === null ? [] : contrastFaults(theme)).map((fault) => problem(null, contrastSentence(fault))),
  ];
}

/** What is left out of a form's own styles keeps it from being published. */
export const ownStylesProblem = (fault: string): FormProblem =>
  problem(null, `The form’s own styles, ${fault.replace('Line', 'line')}`);

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** A language as English calls it; what nobody calls anything keeps its code. */
const languageName = (language: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;

/** What a form shows as it is written in its other languages. */
const untranslated = (content: Content): readonly FormProblem[] =>
  languagesOf(content).others.flatMap((language) => {
    const count = missingTexts(content, language).length;
    const texts = count === 1 ? 'One text is' : `${count} texts are`;
    return count === 0
      ? []
      : [problem(null, `${texts} not translated into ${languageName(language)} yet, and shown as written`)];
  });

/** What a form does that its author may not be aware of; it can be published all the same. */
export function formWarnings(content: Content): readonly FormProblem[] {
  const asked = pagesOf(content).flatMap(({ questions }) => questions);
  const lists = listPickersOf(asked).map(({ question, list }) =>
    problem(
      question.id,
      `‘${question.label.trim()}’ makes public: whoever opens the form can read the values of ‘${list.field.name}’`,
    ),
  );
  const tables = pickersOf(asked).map(({ question, source }) =>
    problem(
      question.id,
      `‘${question.label.trim()}’ makes public: whoever opens the form can read ${joined(source.fields.map(({ name }) => `‘${name}’`))} of ${source.filter === null ? 'every record' : 'the records it offers'} in ‘${source.table.name}’`,
    ),
  );
  const asItCame = asked.flatMap((question) => {
    const left = [...question.choices, ...question.parts].find(({ label }) => sampleLabels.includes(label));
    return left === undefined
      ? []
      : [
          problem(
            question.id,
            `‘${question.label.trim()}’ still has ‘${left.label}’: write it, or delete it`,
          ),
        ];
  });
  return [...asItCame, ...lists, ...tables, ...untranslated(content)];
}
