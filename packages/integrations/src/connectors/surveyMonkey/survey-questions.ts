import type { ForeignForm, ForeignQuestion } from '@weft/forms';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';

const named = z.object({
  id: z.union([z.string(), z.number()]).transform(String).nullish(),
  text: z.string().nullish(),
  visible: z.boolean().nullish(),
  type: z.string().nullish(),
});
const bound = z.union([z.number(), z.string()]).nullish();
const question = z.object({
  id: z.string(),
  family: z.string(),
  subtype: z.string(),
  visible: z.boolean().nullish(),
  headings: z.array(z.object({ heading: z.string().nullish() })),
  required: z.unknown().optional(),
  validation: z.object({ type: z.string().nullish(), min: bound, max: bound }).nullish(),
  answers: z
    .object({
      choices: z.array(named).nullish(),
      rows: z.array(named).nullish(),
      other: z.unknown().optional(),
    })
    .nullish(),
  display_options: z
    .object({
      ...{ display_type: z.string().nullish(), display_subtype: z.string().nullish() },
      ...{ left_label: z.string().nullish(), right_label: z.string().nullish() },
    })
    .nullish(),
});
export type SurveyQuestion = z.infer<typeof question>;
export const surveyDetails = z.object({
  title: z.string(),
  custom_variables: z.record(z.string(), z.unknown()).or(z.array(z.unknown())).nullish(),
  pages: z.array(
    z.object({
      title: z.string().nullish(),
      description: z.string().nullish(),
      questions: z.array(question),
    }),
  ),
});

type Mapped = Pick<ForeignQuestion, 'type'> & Partial<ForeignQuestion>;
type Mapping = (question: SurveyQuestion, lost: (what: string) => void) => Mapped | readonly Mapped[] | null;

const shown = (list: readonly z.infer<typeof named>[] | null | undefined): readonly string[] =>
  (list ?? []).filter(({ visible }) => visible !== false).map(({ text }) => plainText(text ?? ''));
const choicesOf = ({ answers }: SurveyQuestion) => shown(answers?.choices);
const rowsOf = ({ answers }: SurveyQuestion) => shown(answers?.rows);
const takesOther = ({ answers }: SurveyQuestion) =>
  Array.isArray(answers?.other) ? answers.other.length > 0 : Boolean(answers?.other);

function amountSettings({ validation }: SurveyQuestion) {
  const [minimum, maximum] = [validation?.min, validation?.max].map((value) =>
    value === null || value === undefined || value === '' || !Number.isFinite(Number(value))
      ? null
      : Number(value),
  );
  const settings = { ...(minimum != null && { minimum }), ...(maximum != null && { maximum }) };
  return minimum != null && maximum != null && minimum > maximum ? {} : settings;
}

const validated: { readonly [type: string]: ForeignQuestion['type'] } = {
  ...{ email: 'email', date_us: 'date', date_intl: 'date' },
};
const single: Mapping = (asked, lost) => {
  const display = asked.display_options?.display_type;
  if (display === 'file_upload') return { type: 'file' };
  if (display === 'slider') {
    const { minimum = 0, maximum = 100 } = amountSettings(asked);
    return { type: 'slider', settings: minimum < maximum ? { minimum, maximum } : {} };
  }
  const rule = asked.validation?.type ?? '';
  if (rule === 'regex') lost('its pattern was left out');
  if (rule === 'text_length') lost('how long its answer may be was left out');
  if (rule === 'integer' || rule === 'decimal') return { type: 'number', settings: amountSettings(asked) };
  return { type: Object.hasOwn(validated, rule) ? (validated[rule] ?? 'short_text') : 'short_text' };
};
/** Of each row a question of its own. */
const perRow =
  (type: (asked: SurveyQuestion) => Mapped): Mapping =>
  (asked) =>
    rowsOf(asked).map((label) => ({ ...type(asked), label }));
const demographics: { readonly [type: string]: ForeignQuestion['type'] } = {
  ...{ name: 'full_name', company: 'short_text', address: 'short_text', address2: 'short_text' },
  ...{ city: 'short_text', state: 'short_text', zip: 'short_text', country: 'short_text' },
  ...{ email: 'email', phone: 'phone' },
};

/** THE list of the questions of SurveyMonkey that are asked here too, by family and subtype; all others are reported. */
const mappings: { readonly [kind: string]: Mapping } = {
  'single_choice vertical': (asked) => ({
    ...{ type: 'single_choice', choices: choicesOf(asked), takesOther: takesOther(asked) },
  }),
  'single_choice menu': (asked, lost) => {
    if (takesOther(asked)) lost('it no longer takes an answer of one’s own');
    return { type: 'dropdown', choices: choicesOf(asked) };
  },
  'multiple_choice vertical': (asked) => ({
    ...{ type: 'multiple_choice', choices: choicesOf(asked), takesOther: takesOther(asked) },
  }),
  'matrix single': (asked) => ({ type: 'matrix', choices: choicesOf(asked), rows: rowsOf(asked) }),
  'matrix rating': (asked) => {
    const choices = asked.answers?.choices ?? [];
    if (asked.display_options?.display_type === 'emoji' && choices.length >= 2 && choices.length <= 10)
      return { type: 'rating', settings: { stars: choices.length } };
    return { type: 'matrix', choices: choicesOf(asked), rows: rowsOf(asked) };
  },
  'matrix ranking': (asked) => ({ type: 'ranking', choices: rowsOf(asked) }),
  'open_ended single': single,
  'open_ended essay': () => ({ type: 'long_text' }),
  'open_ended multi': perRow(() => ({ type: 'short_text' })),
  'open_ended numerical': perRow((asked) => ({ type: 'number', settings: amountSettings(asked) })),
  'datetime date_only': perRow(() => ({ type: 'date' })),
  'datetime time_only': perRow(() => ({ type: 'time' })),
  'datetime both': (asked, lost) => {
    lost('it asks for the date alone, without a time of day');
    return rowsOf(asked).map((label) => ({ type: 'date', label }));
  },
  'presentation descriptive_text': (asked) => ({
    ...{ type: 'paragraph', label: '' },
    settings: { text: headingOf(asked).slice(0, 5_000) },
  }),
};
const isContact = ({ family }: SurveyQuestion) => family === 'demographic';
/** The rows that are questions of their own, as they are counted in the keys of these. */
export const rowsAsked = (asked: SurveyQuestion): readonly z.infer<typeof named>[] =>
  (asked.answers?.rows ?? []).filter(
    ({ visible, type }) =>
      visible !== false && (!isContact(asked) || Object.hasOwn(demographics, type ?? '')),
  );
const contact: Mapping = (asked) =>
  rowsAsked(asked).map(({ type, text }) => ({
    ...{ type: demographics[type ?? ''] ?? 'short_text', label: plainText(text || (type ?? '')) },
  }));

export const headingOf = ({ headings }: SurveyQuestion): string => plainText(headings[0]?.heading ?? '');

function mappingOf({ family, subtype }: SurveyQuestion): Mapping | undefined {
  const kind = `${family} ${family.endsWith('_choice') && subtype !== 'menu' ? 'vertical' : subtype}`;
  if (family === 'demographic') return contact;
  return Object.hasOwn(mappings, kind) ? mappings[kind] : undefined;
}

/** A survey in our words. */
export function formOfSurvey({ title, pages, custom_variables }: z.infer<typeof surveyDetails>): ForeignForm {
  const leftOut: string[] = [];
  const questionsOf = (asked: SurveyQuestion): readonly ForeignQuestion[] => {
    const label = headingOf(asked).replaceAll('\n', ' ');
    const name = `“${label.slice(0, 60) || asked.family}”`;
    const lost: string[] = [];
    const mapped = mappingOf(asked)?.(asked, (what) => lost.push(what)) ?? null;
    if (mapped === null) {
      leftOut.push(
        `${name} was left out: there is no such question here (${`${asked.family} ${asked.subtype}`.slice(0, 60)})`,
      );
      return [];
    }
    if (asked.headings.length > 1) lost.push('of its texts, that are shown by chance, the first was taken');
    if (asked.visible === false) lost.push('it was hidden at SurveyMonkey, and is shown here');
    leftOut.push(...lost.map((what) => `${name}: ${what}`));
    const isRequired = asked.required !== null && asked.required !== undefined && asked.required !== false;
    if (!Array.isArray(mapped))
      return [{ key: asked.id, label, required: isRequired, ...(mapped as Mapped) }];
    const rows = (mapped as readonly Mapped[]).map((row, at) => ({
      ...{ ...row, key: `${asked.id}/${at}`, required: isRequired },
      label: row.label === undefined || row.label === '' ? label : row.label,
    }));
    return rows.length > 1 ? [{ type: 'heading', label }, ...rows] : rows;
  };
  const made = pages.map((page): readonly ForeignQuestion[] => {
    const heading = plainText(page.title ?? '').replaceAll('\n', ' ');
    const text = plainText(page.description ?? '');
    return [
      ...(heading === '' ? [] : [{ type: 'heading', label: heading, help: text } as const]),
      ...(heading !== '' || text === ''
        ? []
        : [{ type: 'paragraph', label: '', settings: { text: text.slice(0, 5_000) } } as const]),
      ...page.questions.flatMap(questionsOf),
    ];
  });
  if (Object.keys(custom_variables ?? {}).length > 0) leftOut.push('Its custom variables were left out');
  leftOut.push(
    'SurveyMonkey tells nobody what is skipped and shown when: set that here anew, where it was set there',
  );
  return { title, pages: made, leftOut };
}
