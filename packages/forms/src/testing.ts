// Forms and answers that are made from a number, for tests that compare where they are judged.
import type { Filter } from '@weft/core';
import { must, seededRandom } from '@weft/std';
import { pipeOf } from './answer-text.ts';
import type { Sent } from './answers.ts';
import { type FormPage, type FormQuestion, fieldsOf, type PageKind } from './form-document.ts';
import type { Sample } from './questions/question-type.ts';
import { type QuestionTypeName, questionType, questionTypeNames } from './questions/question-types.ts';
import { walk } from './walk.ts';

const now = '2026-03-05T12:00:00.000Z';
const operators = ['is', 'is_not', 'contains', 'is_empty', 'is_not_empty', 'greater_than', 'less_than'];
/** Texts that two programs may read, fold or write in different ways. */
const texts = [
  '',
  ' ',
  '0',
  '-1.5',
  '1,234.56',
  '1e21',
  '0.1',
  'İstanbul',
  'ſtraße',
  'e\u0301',
  '2026-02-30',
  '٣',
  '👩‍👩‍👧',
];
const formulas = [
  '{{0}} + {{1}} * 3',
  '{{0}} / {{1}}',
  '0.1 + 0.2',
  'round({{0}} / 3, 2)',
  'sum({{0}}, {{1}}, {{2}})',
];

interface Generated {
  readonly pages: readonly FormPage[];
  readonly sent: Sent;
}

/** A form of a few pages with conditions, rules and formulas, and what somebody sent to it. */
function generated(seed: number): Generated {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const one = <T>(list: readonly T[]): T => must(list[below(list.length)]);
  const made: FormQuestion[] = [];
  const sent: [string, string][] = [];
  const condition = (): Filter | null => {
    const fields = fieldsOf(made);
    if (fields.length === 0 || random() < 0.6) return null;
    const items = Array.from({ length: 1 + below(2) }, () => {
      const value = random() < 0.5 ? one(texts) : (sent.find(() => random() < 0.3)?.[1] ?? below(5));
      return { fieldId: one(fields).id, operator: one(operators), value };
    });
    return { conjunction: random() < 0.5 ? 'and' : 'or', items };
  };
  const question = (): FormQuestion => {
    const type: QuestionTypeName = one(questionTypeNames);
    const { choices, parts, samples } = questionType(type);
    // Most of what is sent is taken: a form that is answered wrong ends on its first page.
    const good = samples.filter(({ gives }) => typeof gives !== 'string');
    const chosen = random() < 0.9 && good.length > 0 ? good : samples;
    const sample: Sample = chosen.length === 0 ? { sent: {}, gives: {} } : one(chosen);
    const id = `question ${made.length}`;
    const named = (name: string | undefined) => `{{${name ?? 'Nothing'}}}`;
    const formula = one(formulas).replace(/\{\{(\d)\}\}/g, (_, at) => named(made[Number(at)]?.label));
    for (const [field, values] of Object.entries(sample.sent))
      for (const text of values)
        if (random() < 0.95)
          sent.push([field === '' ? id : `${id} part ${field}`, random() < 0.95 ? text : one(texts)]);
    const asked: FormQuestion = {
      ...{ id, type, label: `Question ${made.length}`, help: '', required: random() < 0.1 },
      settings: { ...sample.settings, ...(type === 'calculation' && { formula }) },
      choices: (choices?.initial ?? []).map((label, at) => ({ id: String(at), label })),
      parts: (parts?.initial ?? []).map((part, at) => ({ ...part, id: `${id} part ${at}` })),
      shownWhen: condition(),
      requiredWhen: condition(),
    };
    made.push(asked);
    return asked;
  };
  const count = 1 + below(4);
  const page = (kind: PageKind, place: number): FormPage => {
    const questions = Array.from({ length: 1 + below(5) }, question);
    const when = condition();
    return {
      ...{ id: `page ${place}`, kind, title: `Page ${place}`, text: '', questions },
      rules: when === null ? [] : [{ id: `rule ${place}`, when, to: `page ${below(count + 1)}` }],
      ...{ next: null, redirect: null },
    };
  };
  const pages = Array.from({ length: count + 1 }, (_, place) =>
    page(place === count ? 'ending' : 'form', place),
  );
  return { pages, sent };
}

/** What comes of the form and the answer of a number, as a text: the way, the answers, the faults and what is repeated. */
export function generatedOutcome(seed: number): string {
  const { pages, sent } = generated(seed);
  const { steps, answers, end } = walk(pages, sent, now);
  return JSON.stringify({
    end: end.kind === 'faults' ? end : { kind: end.kind, page: end.page?.id },
    answers: [...answers],
    steps: steps.map(({ page, shown, faults, defaults }) => ({
      ...{ page: page.id, shown: shown.map(({ id }) => id), faults: [...faults], defaults: [...defaults] },
    })),
    told: pipeOf(
      pages,
      answers,
    )(pages.flatMap(({ questions }) => questions.map(({ label }) => `{{${label}}}`)).join(' ')),
  });
}
