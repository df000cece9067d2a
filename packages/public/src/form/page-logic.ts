// What a page's script is told, to show and hide questions as the server does.
import { type CellValue, type Condition, type Filter, isCondition } from '@weft/core';
import {
  type AnswerField,
  type Answers,
  conditionEnv,
  type Exit,
  type FormPage,
  type FormQuestion,
  fieldsAskedBy,
  fieldsOf,
  formulaNames,
  holds,
  inputsOf,
  isUnseen,
  nameKey,
  textOf,
} from '@weft/forms';

/** What the server puts beside a page whose questions have conditions. */
export interface PageLogic {
  readonly questions: readonly FormQuestion[];
  /** What they ask about, and compute with. */
  readonly fields: readonly AnswerField[];
  /** The answers of the pages before to these. */
  readonly before: readonly (readonly [fieldId: string, value: CellValue])[];
  /** Questions with defaults by conditions that were filled in, or emptied, before. */
  readonly written: readonly string[];
  /** By which answers the button ends the form; none: it always says the same. */
  readonly exits: readonly Exit[];
}

const isComputedUnseen = (question: FormQuestion): boolean =>
  question.type === 'calculation' && isUnseen(question);

/** What of a question follows from answers. */
const conditionsOf = ({
  shownWhen,
  requiredWhen,
  usualWhen = [],
  choices,
}: FormQuestion): readonly Filter[] =>
  [
    ...[shownWhen, requiredWhen],
    ...usualWhen.map(({ when }) => when),
    ...choices.map((choice) => choice.shownWhen ?? null),
  ].filter((filter) => filter !== null);

const isLive = (question: FormQuestion): boolean =>
  (question.type === 'calculation' && !isUnseen(question)) || conditionsOf(question).length > 0;

/** A question whose defaults hold answers in the place of the names in them. */
function withPipedDefaults(question: FormQuestion, pipe: (text: string) => string): FormQuestion {
  const { settings, usualWhen } = question;
  if (usualWhen === undefined) return question;
  return {
    ...question,
    settings: { ...settings, usual: pipe(textOf(question, 'usual')) },
    usualWhen: usualWhen.map(({ when, text }) => ({ when, text: pipe(text) })),
  };
}

/** Holds for every answer. */
const always: Filter = { conjunction: 'and', items: [] };

/** Conditions with those decided that `judge` knows; a boolean where nothing else is left of them. */
function decided(filter: Filter, judge: (condition: Condition) => boolean | null): Filter | boolean {
  const isAnd = filter.conjunction === 'and';
  const items: (Filter | Condition)[] = [];
  let isKnown = false;
  for (const item of filter.items) {
    const known = isCondition(item) ? (judge(item) ?? item) : decided(item, judge);
    if (typeof known !== 'boolean') items.push(known);
    else if (known === isAnd) isKnown = true;
    else return known;
  }
  return items.length === 0 && isKnown ? isAnd : { ...filter, items };
}

/** A question with what is decided already of its conditions; null: it is not shown. */
function withDecided(
  question: FormQuestion,
  judge: (condition: Condition) => boolean | null,
): FormQuestion | null {
  const of = (filter: Filter | null) => filter && decided(filter, judge);
  const shownWhen = of(question.shownWhen);
  if (shownWhen === false) return null;
  const requiredWhen = of(question.requiredWhen);
  return {
    ...question,
    shownWhen: shownWhen === true ? null : shownWhen,
    requiredWhen: typeof requiredWhen === 'boolean' ? null : requiredWhen,
    required: question.required || requiredWhen === true,
    ...(question.usualWhen !== undefined && {
      usualWhen: question.usualWhen.flatMap(({ when, text }) => {
        const known = decided(when, judge);
        return known === false ? [] : [{ when: known === true ? always : known, text }];
      }),
    }),
    choices: question.choices.flatMap(({ shownWhen: when, ...choice }) => {
      const known = when === undefined || decided(when, judge);
      if (typeof known === 'boolean') return known ? [choice] : [];
      return [{ ...choice, shownWhen: known }];
    }),
  };
}

interface Known {
  /** The answers of the pages before; null: the browser knows them, and their fields. */
  readonly before: Answers | null;
  readonly written: ReadonlySet<string>;
  readonly pipe: (text: string) => string;
  /** Where the page leads. */
  readonly exits: readonly Exit[];
}

/** A field as conditions know it: of a choice they know that it is there. */
const withoutLabels = (field: AnswerField): AnswerField =>
  'options' in field.template
    ? ({
        ...field,
        template: {
          ...field.template,
          options: field.template.options.map(({ value }) => ({ value, label: '' })),
        },
      } as unknown as AnswerField)
    : field;

/** Where a page leads as far as it follows from answers that may be told; none: that is decided. */
function openExits(
  all: readonly Exit[],
  own: readonly FormQuestion[],
  judge: (condition: Condition) => boolean | null,
): readonly Exit[] {
  const exits = all.flatMap(({ when, ends }) => {
    const known = decided(when, judge);
    return known === false ? [] : [{ when: known === true ? always : known, ends }];
  });
  const isOpen = exits.some(({ ends }) => ends !== exits[0]?.ends);
  const conditions = exits.map(({ when }) => when);
  // A formula is not told for the sake of a button.
  const asksUnseen = fieldsAskedBy(conditions, fieldsOf(own.filter(isComputedUnseen))).length > 0;
  return isOpen && !asksUnseen ? exits : [];
}

/** The same questions without unseen calculations that nothing among them asks about or computes with. */
function withoutUnused(questions: readonly FormQuestion[]): readonly FormQuestion[] {
  if (!questions.some(isComputedUnseen)) return questions;
  const asked = fieldsAskedBy(questions.flatMap(conditionsOf), fieldsOf(questions));
  const used = new Set(asked.map(({ id }) => id));
  const named = new Set(questions.flatMap(formulaNames));
  return questions.filter(
    (question) => !isComputedUnseen(question) || used.has(question.id) || named.has(nameKey(question.label)),
  );
}

/** What the script needs to show and hide questions, and to name the button; null where neither changes. */
export function pageLogic(
  pages: readonly FormPage[],
  own: readonly FormQuestion[],
  { before, written, pipe, exits: all }: Known,
): PageLogic | null {
  const ownIds = new Set(own.map(({ id }) => id));
  const everything = pages.flatMap((page) => page.questions);
  // What is computed unseen on pages before is told to nobody: what it decides is decided here.
  const unseen = new Set(
    everything.flatMap((question) =>
      isComputedUnseen(question) && !ownIds.has(question.id) ? [question.id] : [],
    ),
  );
  const allFields = fieldsOf(everything);
  const env = conditionEnv(allFields, '2000-01-01T00:00:00.000Z');
  const judge = (condition: Condition) =>
    before !== null && unseen.has(condition.fieldId)
      ? holds({ conjunction: 'and', items: [condition] }, env, before)
      : null;
  const live = own.flatMap((question) => withDecided(question, judge) ?? []);
  const exits = openExits(all, own, judge);
  const led = exits.map(({ when }) => when);
  const ledBy = new Set(fieldsAskedBy(led, fieldsOf(live)).map(({ id }) => id));
  const isAsked = (question: FormQuestion) => inputsOf([question]).some(({ id }) => ledBy.has(id));
  const comesAndGoes = live.some(isLive);
  if (!comesAndGoes && exits.length === 0) return null;
  const questions = comesAndGoes ? withoutUnused(live) : live.filter(isAsked);
  const asked = new Set(fieldsAskedBy([...questions.flatMap(conditionsOf), ...led], allFields));
  const named = new Set(questions.flatMap(formulaNames));
  const isNamed = ({ name }: AnswerField) => named.has(nameKey(name));
  const fields = allFields.filter((field) => asked.has(field) || isNamed(field));
  const known = new Set(fields.map(({ id }) => id));
  return {
    questions: questions.map((question) => ({
      ...withPipedDefaults(question, pipe),
      ...(isComputedUnseen(question) && { label: '' }),
    })),
    fields:
      before === null
        ? []
        : fields.map((field) => withoutLabels(isNamed(field) ? field : { ...field, name: '' })),
    before: [...(before ?? [])].filter(([id]) => known.has(id)),
    written: questions.flatMap(({ id, usualWhen }) =>
      usualWhen !== undefined && written.has(id) ? [id] : [],
    ),
    exits,
  };
}
