import { type Filter, foldingOnce } from '@weft/core';
import {
  type Answers,
  type AskedPage,
  askPage,
  type ConditionEnv,
  conditionEnv,
  holds,
  noFiles,
  type Sent,
  textsBy,
} from './answers.ts';
import { type FormPage, fieldsOf, pageIndex } from './form-document.ts';
import { asksSomething } from './one-by-one.ts';
import type { FilesOf } from './questions/question.ts';

/** A page on somebody's way through a form. */
export interface Step extends AskedPage {
  readonly page: FormPage;
}

export interface Walk {
  /** From the first page on, to where something is missing or wrong, or to the last one before the end. */
  readonly steps: readonly Step[];
  readonly answers: Answers;
  /** What comes behind the last step: something is wrong with it, the answers are whole, or an earlier page comes again. */
  readonly end:
    | { readonly kind: 'faults' }
    /** `page` is null where the form has no ending of its own. */
    | { readonly kind: 'ending'; readonly page: FormPage | null }
    | { readonly kind: 'again'; readonly page: FormPage };
  /** The moment that conditions were judged at. */
  readonly now: string;
}

/** The page that comes without rules and choices: the one behind, and the first ending behind the last. */
function usualNext(pages: readonly FormPage[], page: FormPage): FormPage | null {
  const behind = pages.slice(pageIndex(pages, page) + 1).find(({ kind }) => kind !== 'ending');
  return behind ?? pages.find(({ kind }) => kind === 'ending') ?? null;
}

/** Where a page may lead, whatever is answered; none: to the end of a form without an ending of its own. */
export function targetsOf(pages: readonly FormPage[], page: FormPage): readonly FormPage[] {
  const named = (id: string | null) => pages.filter((each) => each.id === id);
  const otherwise = named(page.next)[0] ?? usualNext(pages, page);
  return [...page.rules.flatMap(({ to }) => named(to)), ...(otherwise === null ? [] : [otherwise])];
}

/** What a page may lead to: the first whose conditions hold counts, and those of the last always hold. */
export interface Exit {
  readonly when: Filter;
  /** The form ends there. */
  readonly ends: boolean;
}

/** A part of a page that is gone by where conditions hide all that it asks; null: it is not. */
function shownPart(page: FormPage): Filter | null {
  const asking = page.questions.filter(asksSomething);
  const conditions = asking.flatMap(({ shownWhen }) => shownWhen ?? []);
  const canBeEmpty = page.partOf !== undefined && asking.length > 0 && conditions.length === asking.length;
  return canBeEmpty ? { conjunction: 'or', items: conditions } : null;
}

/** Where a page leads by the answers, as far as it says so before it is left. */
export function exitsOf(pages: readonly FormPage[], page: FormPage): readonly Exit[] {
  const named = (id: string | null) => pages.filter((each) => each.id === id);
  const rules = page.rules.flatMap(({ when, to }) =>
    named(to).map(({ kind }) => ({ when, ends: kind === 'ending' })),
  );
  const otherwise = named(page.next)[0] ?? usualNext(pages, page);
  const isBehind = otherwise !== null && pageIndex(pages, otherwise) > pageIndex(pages, page);
  const part = isBehind ? shownPart(otherwise) : null;
  if (part !== null && otherwise !== null)
    return [...rules, { when: part, ends: false }, ...exitsOf(pages, otherwise)];
  const ends = otherwise === null || otherwise.kind === 'ending';
  return [...rules, { when: { conjunction: 'and', items: [] }, ends }];
}

/** Whether the form ends behind a page that leads there by these answers. */
export function endsBehind(
  pages: readonly FormPage[],
  exits: readonly Exit[],
  answers: Answers,
  now: string,
): boolean {
  const env = conditionEnv(fieldsOf(pages.flatMap(({ questions }) => questions)), now);
  return exits.find(({ when }) => holds(when, env, answers))?.ends === true;
}

/** The page that a page leads to. */
function pageAfter(
  pages: readonly FormPage[],
  page: FormPage,
  env: ConditionEnv,
  answers: Answers,
): FormPage | null {
  const named = (id: string | null) => pages.find((each) => each.id === id);
  const rule = page.rules.find(({ when, to }) => named(to) !== undefined && holds(when, env, answers));
  return named(rule?.to ?? null) ?? named(page.next) ?? usualNext(pages, page);
}

/** What an ending shows to somebody who got there with these answers. */
export const askEnding = (
  pages: readonly FormPage[],
  ending: Pick<FormPage, 'questions'>,
  answers: Answers,
  now: string,
): AskedPage =>
  askPage(
    ending.questions,
    answers,
    () => [],
    conditionEnv(fieldsOf(pages.flatMap(({ questions }) => questions)), now),
  );

/** Goes a person's way through the form from its first page, by what they sent: the same in a browser and here. */
export const walk = (pages: readonly FormPage[], sent: Sent, now: string, filesOf: FilesOf = noFiles): Walk =>
  foldingOnce(() => goThrough(pages, sent, now, filesOf));

function goThrough(pages: readonly FormPage[], sent: Sent, now: string, filesOf: FilesOf): Walk {
  const env = conditionEnv(fieldsOf(pages.flatMap(({ questions }) => questions)), now);
  const textsOf = textsBy(sent);
  const steps: Step[] = [];
  const seen = new Set<string>();
  let answers: Answers = new Map();
  let page = pages.find(({ kind }) => kind !== 'ending') ?? null;
  while (page !== null && page.kind !== 'ending') {
    const at = page;
    if (seen.has(at.id)) return { steps, answers, end: { kind: 'again', page: at }, now };
    seen.add(at.id);
    const asked = askPage(at.questions, answers, textsOf, env, filesOf);
    // Of a page that is asked one by one, what conditions hide is no page of its own.
    const isEmpty = at.partOf !== undefined && steps.length > 0 && !asked.shown.some(asksSomething);
    if (!isEmpty) steps.push({ page: at, ...asked });
    if (asked.faults.size > 0) return { steps, answers: asked.answers, end: { kind: 'faults' }, now };
    answers = asked.answers;
    page = pageAfter(pages, at, env, answers);
  }
  return { steps, answers, end: { kind: 'ending', page }, now };
}
