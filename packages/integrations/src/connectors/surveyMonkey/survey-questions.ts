import type { ForeignForm, ForeignQuestion } from '@weft/forms';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';

const named = z.object({
  id: z.union([z.string(), z.number()]).transform(String).nullish(),
  text: z.string().nullish(),
  visible: z.boolean().nullish(),
  type: z.string().nullish(),
  /** Of a row of contact details. */
  required: z.boolean().nullish(),
});
const bound = z.union([z.number(), z.string()]).nullish();
const question = z.object({
  id: z.string(),
  family: z.string(),
  subtype: z.string(),
  visible: z.boolean().nullish(),
  headings: z.array(z.object({ heading: z.string().nullish() })),
  required: z.unknown().optional(),
  validation: z.object({ type: z.string().nullish(), min: bound, max: bound, sum: bound }).nullish(),
  sorting: z.object({ type: z.string().nullish() }).nullish(),
  forced_ranking: z.boolean().nullish(),
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
      custom_options: z.object({ step_size: z.number().nullish() }).nullish(),
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
const hasPictures = ({ display_options: of }: SurveyQuestion) => of?.display_type === 'image_choice';
/** What a choice is called, by its place among all of them: of a picture alone its number. */
export const choiceLabel = (asked: SurveyQuestion, at: number): string =>
  plainText(asked.answers?.choices?.[at]?.text ?? '') || (hasPictures(asked) ? `Picture ${at + 1}` : '');
const choicesOf = (asked: SurveyQuestion): readonly string[] =>
  (asked.answers?.choices ?? []).flatMap(({ visible }, at) =>
    visible === false ? [] : [choiceLabel(asked, at)],
  );
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

/** The least and the most that may be chosen. */
function countSettings({ required }: SurveyQuestion) {
  const { type = '', amount = '' } = rule.safeParse(required).data ?? {};
  const [first, second = first] = String(amount ?? '')
    .split(',')
    .map((text) => Number(text.trim()) || undefined);
  const least = ['at_least', 'exactly', 'range'].includes(type ?? '') ? first : undefined;
  const most = ['at_most', 'exactly', 'range'].includes(type ?? '') ? second : undefined;
  return {
    ...(least !== undefined && { minChoices: least }),
    ...(most !== undefined && { maxChoices: most }),
  };
}
const rule = z.object({ type: z.string().nullish(), amount: z.union([z.string(), z.number()]).nullish() });

/** In which order its choices are shown. */
function orderSettings({ sorting }: SurveyQuestion, lost: (what: string) => void) {
  const order = sorting?.type ?? 'default';
  if (order === 'random') return { shuffle: true };
  if (order !== 'default') lost('the order that its choices are sorted in was left out');
  return {};
}

/** Whether it asks how likely somebody is to recommend: from 0 to 10, whatever words stand beside the numbers. */
export const isPromoterScore = (asked: SurveyQuestion): boolean => {
  const all = asked.answers?.choices ?? [];
  return (
    isOneRow(asked) &&
    all.length === 11 &&
    all.every(({ text }, at) => new RegExp(`(^|\\D)${at}(\\D|$)`).test(text ?? ''))
  );
};
/** A matrix with one row that is called nothing is one question. */
export const isOneRow = (asked: SurveyQuestion): boolean => {
  const rows = rowsOf(asked);
  return rows.length <= 1 && rows.every((text) => text === '');
};
const wordsAt = (asked: SurveyQuestion, at: number): string =>
  choiceLabel(asked, at)
    .replace(/[\s–:-]{0,5}\d{1,2}$/, '')
    .slice(0, 60);
const grid: Mapping = (asked, lost) => {
  if (isPromoterScore(asked)) {
    const [fromLabel, toLabel] = [wordsAt(asked, 0), wordsAt(asked, 10)];
    const words = { ...(fromLabel && { fromLabel }), ...(toLabel && { toLabel }) };
    return { type: 'scale', settings: { from: 0, to: 10, ...words } };
  }
  if (asked.forced_ranking === true) lost('that each choice is taken once was left out');
  if (isOneRow(asked)) return { type: 'single_choice', choices: choicesOf(asked) };
  const { type } = rule.safeParse(asked.required).data ?? {};
  if (type && type !== 'all') lost('every row has to be answered here');
  return { type: 'matrix', choices: choicesOf(asked), rows: rowsOf(asked) };
};

const validated: { readonly [type: string]: ForeignQuestion['type'] } = {
  ...{ email: 'email', date_us: 'date', date_intl: 'date' },
};
const single = (asked: SurveyQuestion, lost: (what: string) => void): Mapped => {
  const display = asked.display_options?.display_type;
  if (display === 'file_upload') return { type: 'file' };
  if (display === 'slider') {
    const { minimum = 0, maximum = 100 } = amountSettings(asked);
    const step = asked.display_options?.custom_options?.step_size ?? 1;
    const { left_label: left, right_label: right } = asked.display_options ?? {};
    if ([left, right].some((text) => (text ?? '') !== '')) lost('the words at its ends were left out');
    if (minimum >= maximum) return { type: 'slider', settings: {} };
    return {
      type: 'slider',
      settings: { minimum, maximum, ...(step > 0 && step <= maximum - minimum && { step }) },
    };
  }
  const checks = asked.validation?.type ?? '';
  if (checks === 'regex') lost('its pattern was left out');
  if (checks === 'text_length') lost('how long its answer may be was left out');
  if (checks === 'integer' || checks === 'decimal')
    return {
      type: 'number',
      settings: { ...amountSettings(asked), ...(checks === 'integer' && { whole: true }) },
    };
  const type = Object.hasOwn(validated, checks) ? validated[checks] : undefined;
  const { min, max } = asked.validation ?? {};
  if (/^date_/.test(checks) && [min, max].some((text) => (text ?? '') !== ''))
    lost('its earliest and latest date were left out');
  return { type: type ?? 'short_text' };
};
/** Of each row a question of its own. */
const perRow =
  (type: (asked: SurveyQuestion, lost: (what: string) => void) => Mapped): Mapping =>
  (asked, lost) => {
    const made = type(asked, lost);
    return rowsOf(asked).map((label) => ({ ...made, label }));
  };
const demographics: { readonly [type: string]: ForeignQuestion['type'] } = {
  ...{ name: 'short_text', company: 'short_text', address: 'short_text', address2: 'short_text' },
  ...{ city: 'short_text', state: 'short_text', zip: 'short_text', country: 'short_text' },
  ...{ email: 'email', phone: 'phone' },
};

/** THE list of the questions of SurveyMonkey that are asked here too, by family and subtype; all others are reported. */
const mappings: { readonly [kind: string]: Mapping } = {
  'single_choice vertical': (asked, lost) => {
    if (hasPictures(asked)) lost('its pictures were left out');
    return {
      ...{ type: 'single_choice', choices: choicesOf(asked), takesOther: takesOther(asked) },
      settings: orderSettings(asked, lost),
    };
  },
  'single_choice menu': (asked, lost) => {
    if (takesOther(asked)) lost('it no longer takes an answer of one’s own');
    if ('shuffle' in orderSettings(asked, lost)) lost('its choices are not shuffled');
    return { type: 'dropdown', choices: choicesOf(asked) };
  },
  'multiple_choice vertical': (asked, lost) => {
    if (hasPictures(asked)) lost('its pictures were left out');
    return {
      ...{ type: 'multiple_choice', choices: choicesOf(asked), takesOther: takesOther(asked) },
      settings: { ...orderSettings(asked, lost), ...countSettings(asked) },
    };
  },
  'matrix single': grid,
  'matrix rating': (asked, lost) => {
    const choices = asked.answers?.choices ?? [];
    if (asked.display_options?.display_type === 'emoji' && choices.length >= 2 && choices.length <= 10)
      return { type: 'rating', settings: { stars: choices.length } };
    return grid(asked, lost);
  },
  'matrix ranking': (asked) => ({ type: 'ranking', choices: rowsOf(asked) }),
  'open_ended single': single,
  'open_ended essay': () => ({ type: 'long_text' }),
  'open_ended multi': perRow(single),
  'open_ended numerical': perRow((asked, lost) => {
    if ((asked.validation?.sum ?? '') !== '') lost('what its answers add up to was left out');
    return { type: 'number', settings: amountSettings(asked) };
  }),
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
  rowsAsked(asked).map(({ type, text, required }) => ({
    ...{ type: demographics[type ?? ''] ?? 'short_text', label: plainText(text || (type ?? '')) },
    ...(required === true && { required }),
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
      ...{ ...row, key: `${asked.id}/${at}`, required: isRequired || row.required === true },
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
