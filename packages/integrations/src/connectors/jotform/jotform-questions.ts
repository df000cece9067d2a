import type { ForeignForm, ForeignQuestion } from '@weft/forms';
import { plainText as plain, withoutEntities } from '../plain-text.ts';

/** A question as Jotform describes it: texts by the names of its properties. */
type Described = { readonly [property: string]: unknown };

const textIn = (question: Described, key: string): string => {
  const value = question[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
const isYes = (question: Described, key: string): boolean => /^(yes|true)$/i.test(textIn(question, key));
const linesIn = (question: Described, key: string): readonly string[] =>
  textIn(question, key)
    .split('|')
    .map((line) => withoutEntities(line).trim());
const numberIn = (question: Described, key: string): number | null => {
  const text = textIn(question, key).trim();
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
};

type Mapped = Pick<ForeignQuestion, 'type'> & Partial<ForeignQuestion>;
/** What is lost of it is told by `lost`. */
type Mapping = (question: Described, lost: (what: string) => void) => Mapped | null;

const chosen =
  (type: 'single_choice' | 'multiple_choice' | 'dropdown'): Mapping =>
  (question, lost) => {
    if (textIn(question, 'special') !== '' && textIn(question, 'special') !== 'None')
      lost('its list of choices is Jotform’s own, so only those it tells were taken');
    if (textIn(question, 'selected') !== '') lost('what is chosen at first was left out');
    const choices = linesIn(question, 'options').filter((line) => line !== '');
    const shuffle = isYes(question, 'shuffle');
    if (type === 'dropdown') {
      if (shuffle) lost('its choices are not shuffled');
      return { type, choices };
    }
    const [least, most] = [numberIn(question, 'minSelection'), numberIn(question, 'maxSelection')];
    return {
      ...{ type, choices, takesOther: isYes(question, 'allowOther') },
      settings: {
        ...(shuffle && { shuffle }),
        ...(type === 'multiple_choice' && least && { minChoices: least }),
        ...(type === 'multiple_choice' && most && { maxChoices: most }),
      },
    };
  };

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

const amount: Mapping = (question) => {
  const [minimum, maximum] = [numberIn(question, 'minValue'), numberIn(question, 'maxValue')];
  const settings = { ...(minimum !== null && { minimum }), ...(maximum !== null && { maximum }) };
  const isAsGiven = minimum === null || maximum === null || minimum <= maximum;
  return { type: 'number', settings: isAsGiven ? settings : {} };
};

/** How long an answer may be: 'Letters-500', 'Words-75', or so many characters. */
function lengthIn(question: Described, lost: (what: string) => void) {
  const [, unit, most] = /^(Letters|Words)-(\d{1,6})$/.exec(textIn(question, 'entryLimit')) ?? [];
  if (unit === 'Words' && Number(most) > 0) lost('how many words its answer may have was left out');
  if (textIn(question, 'defaultValue') !== '') lost('what stands in it at first was left out');
  const maxLength = (unit === 'Letters' ? Number(most) : null) || numberIn(question, 'maxsize') || 0;
  return maxLength > 0 ? { settings: { maxLength } } : {};
}
/** Whether only some days can be chosen. */
const limitsDays = (question: Described): boolean =>
  /"(?:future|past|[a-z]+day)":"(?:false|No)"|"(?:custom|ranges)":"(?:true|Yes)"|"(?:start|end)":"[^"]/.test(
    textIn(question, 'limitDate'),
  );
const dated: Mapping = (question, lost) => {
  if (isYes(question, 'allowTime')) lost('it asks for the date alone, without a time of day');
  if (limitsDays(question)) lost('which days can be chosen was left out');
  return { type: 'date' };
};

const validated: { readonly [validation: string]: ForeignQuestion['type'] } = {
  ...{ Email: 'email', Url: 'url', URL: 'url', Numeric: 'number', Currency: 'number' },
};

/** THE list of the questions of Jotform that are asked here too; all others are reported. */
const mappings: { readonly [type: string]: Mapping } = {
  control_head: () => ({ type: 'heading' }),
  control_text: (question) => ({
    type: 'paragraph',
    label: '',
    settings: { text: plain(textIn(question, 'text')).slice(0, 5_000) },
  }),
  control_divider: () => ({ type: 'divider' }),
  control_fullname: (question, lost) => {
    for (const part of ['prefix', 'middle', 'suffix'])
      if (isYes(question, part)) lost(`its field ‘${part}’ was left out`);
    return { type: 'full_name' };
  },
  control_email: () => ({ type: 'email' }),
  control_address: () => ({ type: 'address' }),
  control_phone: () => ({ type: 'phone' }),
  control_birthdate: () => ({ type: 'date' }),
  control_datetime: dated,
  control_time: (question, lost) => {
    if (isYes(question, 'range')) lost('it asks for one time, not from one to another');
    return { type: 'time' };
  },
  control_textbox: (question, lost) => {
    const type = validated[textIn(question, 'validation')] ?? 'short_text';
    const length = lengthIn(question, lost);
    return { type, ...(type === 'short_text' && length) };
  },
  control_textarea: (question, lost) => ({ type: 'long_text', ...lengthIn(question, lost) }),
  control_dropdown: (question, lost) =>
    isYes(question, 'multiple')
      ? { ...chosen('dropdown')(question, lost), type: 'multi_dropdown' }
      : chosen('dropdown')(question, lost),
  control_radio: chosen('single_choice'),
  control_checkbox: chosen('multiple_choice'),
  control_number: amount,
  control_spinner: amount,
  control_slider: (question, lost) => {
    lost('it is asked as a number');
    return amount(question, lost);
  },
  control_rating: (question) => ({
    type: 'rating',
    settings: { stars: within(2, Math.round(numberIn(question, 'stars') ?? 5), 10) },
  }),
  control_scale: (question) => ({
    type: 'scale',
    settings: {
      from: within(0, Math.round(numberIn(question, 'scaleFrom') ?? 1), 1),
      to: within(2, Math.round(numberIn(question, 'scaleAmount') ?? 5), 10),
      fromLabel: plain(textIn(question, 'fromText')).slice(0, 60),
      toLabel: plain(textIn(question, 'toText')).slice(0, 60),
    },
  }),
  control_matrix: (question) => {
    const asks = textIn(question, 'inputType');
    if (asks !== '' && asks !== 'Radio Button') return null;
    const rows = linesIn(question, 'mrows').filter((row) => row !== '');
    return { type: 'matrix', choices: linesIn(question, 'mcolumns'), rows };
  },
  control_fileupload: (question) => {
    const kilobytes = numberIn(question, 'maxFileSize');
    return {
      type: 'file',
      settings: {
        ...(isYes(question, 'allowMultiple') && { maxFiles: 5 }),
        ...(kilobytes !== null && { maxMegabytes: within(1, Math.round(kilobytes / 1024), 10) }),
      },
    };
  },
  control_signature: () => ({ type: 'signature' }),
};

/** What this form has by itself, or has no use for. */
const ownParts = new Set(['control_button', 'control_captcha', 'control_pagebreak', 'control_collapse']);

/** The questions of a form in their order, page by page. */
export function questionsOfJotform(described: {
  readonly [qid: string]: Described;
}): Omit<ForeignForm, 'title'> {
  const leftOut: string[] = [];
  const pages: ForeignQuestion[][] = [[]];
  const inOrder = Object.entries(described).toSorted(
    ([, a], [, b]) => (numberIn(a, 'order') ?? 0) - (numberIn(b, 'order') ?? 0),
  );
  for (const [key, question] of inOrder) {
    const type = textIn(question, 'type');
    const label = plain(textIn(question, 'text')).replaceAll('\n', ' ');
    const name = `“${label.slice(0, 60) || type}”`;
    if (type === 'control_pagebreak') pages.push([]);
    if (ownParts.has(type)) continue;
    const lost: string[] = [];
    const mapped = mappings[type]?.(question, (what) => lost.push(what)) ?? null;
    if (mapped === null) {
      leftOut.push(`${name} was left out: there is no such question here (${type.slice(0, 60)})`);
      continue;
    }
    if (isYes(question, 'hidden')) lost.push('it was hidden at Jotform, and is shown here');
    leftOut.push(...lost.map((what) => `${name}: ${what}`));
    const help = plain(
      ['subHeader', 'description', 'subLabel']
        .map((key) => textIn(question, key))
        .find((text) => text !== '') ?? '',
    );
    pages
      .at(-1)
      ?.push({ key, label, required: isYes(question, 'required'), ...(help !== '' && { help }), ...mapped });
  }
  return { pages, leftOut };
}
