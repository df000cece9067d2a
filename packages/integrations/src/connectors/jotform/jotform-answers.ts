import { zoneOffset } from '@weft/core';
import type { ForeignAnswer, ForeignValue } from '@weft/forms';
import { z } from 'zod';
import type { ForeignAnswers, Target } from '../connector.ts';
import { plainText, withoutEntities } from '../plain-text.ts';
import type { ServiceHttp } from '../service-http.ts';

/** 2026-11-29 08:30:00, on the clock of New York, whatever the account is set to. */
const clock = z.string().transform((text, context) => {
  const local = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  if (!Number.isFinite(local)) {
    context.addIssue({ code: 'custom', message: 'Not a time' });
    return z.NEVER;
  }
  const zone = 'America/New_York';
  return new Date(local - zoneOffset(zone, local - zoneOffset(zone, local))).toISOString();
});
const answer = z.object({
  ...{ type: z.string(), text: z.string().nullish(), answer: z.unknown().optional() },
  prettyFormat: z.string().nullish(),
});
type Answer = z.infer<typeof answer>;
// What holds nothing comes as an empty list.
const none = z.tuple([]).transform(() => ({}));
const submissions = z.object({
  resultSet: z.object({ count: z.number().nullish() }).nullish(),
  content: z.array(
    z.object({
      ...{ id: z.string(), status: z.string(), created_at: clock },
      answers: z.record(z.string(), answer).or(none),
    }),
  ),
});
const form = z.object({ content: z.object({ count: z.coerce.number().nullish() }) });

const pageSize = 100;

/** Answers come with the entities of HTML, 'I&#039;ll', which labels do not. */
const textIn = (value: unknown): string =>
  typeof value === 'string' ? withoutEntities(value).trim() : typeof value === 'number' ? String(value) : '';
const fieldsOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
/** The texts of a list, of the values of an object, or the one text. */
const textsOf = (value: unknown): readonly string[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [value])
    .map(textIn)
    .filter((text) => text !== '');
const joined = (value: { readonly [name: string]: unknown }, ...names: readonly string[]): string =>
  names
    .map((name) => textIn(value[name]))
    .filter((text) => text !== '')
    .join(' ');

type Read = readonly Omit<ForeignValue, 'about' | 'label'>[];
const one = (text: string): Read => (text === '' ? [] : [{ texts: [text] }]);
const inParts = (value: unknown, parts: { readonly [part: string]: readonly string[] }): Read =>
  Object.entries(parts).flatMap(([part, names]) => {
    const text = joined(fieldsOf(value), ...names);
    return text === '' ? [] : [{ part, texts: [text] }];
  });

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
function day({ answer: value, prettyFormat }: Answer): Read {
  const { year, month, day: of, hour, datetime, timeInput } = fieldsOf(value);
  const named = months.indexOf(textIn(month).slice(0, 3).toLowerCase()) + 1;
  const number = named > 0 ? named : Number(textIn(month));
  const whole = /^\d{4}-\d{2}-\d{2}/.exec(textIn(datetime))?.[0];
  const told =
    textIn(year) === '' || !number || textIn(of) === ''
      ? whole
      : `${textIn(year)}-${String(number).padStart(2, '0')}-${textIn(of).padStart(2, '0')}`;
  const hasTime = textIn(hour) !== '' || textIn(timeInput) !== '';
  const lost = hasTime ? { lost: 'its time of day was left out' } : {};
  return one(told ?? (textIn(value) || plainText(prettyFormat ?? ''))).map((read) => ({ ...read, ...lost }));
}
function time({ answer: value }: Answer): Read {
  const { hourSelect, minuteSelect, timeInput, ampm } = fieldsOf(value);
  const [hour = '', minute = '00'] =
    textIn(timeInput) === ''
      ? [textIn(hourSelect), textIn(minuteSelect) || '00']
      : textIn(timeInput).split(':');
  if (!/^\d{1,2}$/.test(hour)) return one(textIn(value));
  const half = textIn(ampm);
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return one(`${String(hours).padStart(2, '0')}:${minute.slice(0, 2).padStart(2, '0')}`);
}
function chosen({ answer: value }: Answer): Read {
  const { other, ...others } = fieldsOf(value);
  const own = textIn(other);
  const texts = textsOf(Array.isArray(value) || typeof value !== 'object' ? value : others);
  return [{ texts, ...(own !== '' && { other: own }) }];
}
const matrix = ({ answer: value }: Answer): Read =>
  Object.entries(fieldsOf(value)).map(([row, text]) => ({ part: plainText(row), texts: textsOf(text) }));

/** A number has a point before its decimals: three of them are no thousands, as four are not. */
function amount({ answer: value }: Answer): Read {
  const text = textIn(value);
  return one(/^-?\d{1,300}\.\d{1,300}$/.test(text) ? `${text}0` : text);
}

/** What a question of a type was answered, where that is more than a text. */
const readings: { readonly [type: string]: (given: Answer) => Read } = {
  control_fullname: ({ answer: value }) =>
    inParts(value, { first: ['prefix', 'first', 'middle'], last: ['last', 'suffix'] }),
  control_address: ({ answer: value }) =>
    inParts(value, {
      ...{ street: ['addr_line1'], line2: ['addr_line2'], city: ['city'], region: ['state'] },
      ...{ postalCode: ['postal'], country: ['country'] },
    }),
  control_phone: ({ answer: value }) =>
    one(textIn(value) || textIn(fieldsOf(value).full) || joined(fieldsOf(value), 'country', 'area', 'phone')),
  control_datetime: day,
  control_birthdate: day,
  control_time: time,
  control_radio: chosen,
  control_checkbox: chosen,
  control_dropdown: chosen,
  control_matrix: matrix,
  ...{ control_number: amount, control_spinner: amount, control_slider: amount },
};

const valuesOf = (about: string, given: Answer): readonly ForeignValue[] => {
  const { type, text, answer: value, prettyFormat } = given;
  if (value === undefined || value === null || value === '') return [];
  const read = Object.hasOwn(readings, type) ? readings[type]?.(given) : undefined;
  const plain = textIn(value) || textsOf(value).join('\n') || plainText(prettyFormat ?? '');
  const label = plainText(text ?? '').replaceAll('\n', ' ');
  return (read ?? one(plain)).map((each) => ({ about, ...(label !== '' && { label }), ...each }));
};

/** Submissions in pages; one that comes in meanwhile moves others to a later page, where they are known by their ids. */
export async function answersOfJotform(http: ServiceHttp, { formId = '' }: Target): Promise<ForeignAnswers> {
  const at = `/form/${encodeURIComponent(formId)}`;
  const { count } = (await http.get(at, form)).content;
  return {
    page: async (from) => {
      const offset = from ?? '0';
      const query = { limit: pageSize, offset, orderby: 'created_at' };
      const { content } = await http.get(`${at}/submissions`, submissions, { query });
      return {
        answers: content
          .filter(({ status }) => status !== 'DELETED')
          .map(
            ({ id, created_at: submittedAt, answers }): ForeignAnswer => ({
              ...{ id, submittedAt, startedAt: submittedAt },
              values: Object.entries(answers).flatMap(([qid, given]) => valuesOf(qid, given)),
            }),
          ),
        next: content.length < pageSize ? null : `${Number(offset) + pageSize}`,
        total: count ?? null,
      };
    },
  };
}
