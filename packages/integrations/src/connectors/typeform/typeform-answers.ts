import { type ForeignAnswer, type ForeignValue, typedNumber } from '@weft/forms';
import { z } from 'zod';
import type { ForeignAnswers, Target } from '../connector.ts';
import type { ServiceHttp } from '../service-http.ts';
import { instant } from '../shapes.ts';
import { hiddenKey, typeformForm } from './typeform-form.ts';
import { deepestGroup, fieldsIn, keyOf, mappings, type TypeformField } from './typeform-questions.ts';

const text = z.string().nullish();
const answer = z.object({
  field: z.object({ id: z.string(), ref: text }),
  ...{ text, email: text, url: text, file_url: text, phone_number: text, date: text },
  ...{ number: z.number().nullish(), boolean: z.boolean().nullish() },
  choice: z.object({ id: text, ref: text, label: text, other: text }).nullish(),
  choices: z
    .object({
      ...{ ids: z.array(z.string()).nullish(), labels: z.array(z.string()).nullish(), other: text },
    })
    .nullish(),
});
const responses = z.object({
  total_items: z.number(),
  items: z.array(
    z.object({
      token: z.string(),
      ...{ response_id: text, landed_at: instant.nullish(), submitted_at: instant },
      hidden: z.record(z.string(), z.unknown()).nullish(),
      answers: z.array(answer).nullish(),
    }),
  ),
});
type Answer = z.infer<typeof answer>;

/** Of one page; it gives a thousand, which may be more than is read at once. */
const pageSize = 200;

/** Whose answers a field's are: its own, or those of the matrix that it is a row of. */
interface Asked {
  readonly about: string;
  readonly label: string;
  readonly part?: string;
  readonly type: string;
  /** The labels of its choices by their ids, as they are now. */
  readonly labels: ReadonlyMap<string, string>;
}

const labelsOf = ({ properties: of }: TypeformField): ReadonlyMap<string, string> =>
  new Map(
    (of?.choices ?? []).flatMap(({ id, ref, label }) =>
      [id, ref].flatMap((name) => (name === null || name === undefined ? [] : [[name, label] as const])),
    ),
  );

function askedIn(fields: readonly TypeformField[], depth = 0): readonly (readonly [id: string, Asked])[] {
  return fields.flatMap((field) => {
    const own = { about: keyOf(field), label: (field.title ?? '').trim(), type: field.type };
    const rows = fieldsIn(field);
    const inside =
      field.type === 'matrix'
        ? rows.map((row) => [row.id, { ...own, part: row.title ?? '', labels: labelsOf(row) }] as const)
        : depth === deepestGroup
          ? []
          : askedIn(rows, depth + 1);
    return [[field.id, { ...own, labels: labelsOf(field) }] as const, ...inside];
  });
}

function textsOf(given: Answer, { type, labels }: Asked): Pick<ForeignValue, 'texts' | 'other'> {
  const { choice, choices, boolean, number, date } = given;
  const own = choice?.other ?? choices?.other ?? '';
  const other = own === '' ? {} : { other: own };
  if (choice) {
    const label = labels.get(choice.id ?? '') ?? labels.get(choice.ref ?? '') ?? choice.label ?? '';
    return { texts: own === '' && label !== '' ? [label] : [], ...other };
  }
  if (choices) {
    const { ids, labels: told = [] } = choices;
    const texts = ids ? ids.map((id, at) => labels.get(id) ?? told?.[at] ?? id) : (told ?? []);
    return { texts, ...other };
  }
  if (typeof boolean === 'boolean')
    return { texts: type === 'yes_no' ? [boolean ? 'Yes' : 'No'] : boolean ? ['on'] : [] };
  if (typeof number === 'number') return { texts: [typedNumber(number)] };
  if (date) return { texts: [date.slice(0, 10)] };
  const one = given.text ?? given.email ?? given.url ?? given.file_url ?? given.phone_number ?? '';
  // What is not asked here, as a payment, is told of.
  return { texts: one !== '' ? [one] : Object.hasOwn(mappings, type) ? [] : ['…'] };
}

/** Finished responses, the newest first, each page from before the last response of the one before it. */
export async function answersOfTypeform(http: ServiceHttp, { formId = '' }: Target): Promise<ForeignAnswers> {
  const at = `/forms/${encodeURIComponent(formId)}`;
  const form = await http.get(at, typeformForm);
  const asked = new Map(askedIn(form.fields));
  const valueFor = (given: Answer): ForeignValue => {
    const known = asked.get(given.field.id);
    const of = known ?? { about: given.field.ref ?? given.field.id, type: '', labels: new Map() };
    return {
      about: of.about,
      ...(known && { label: known.label }),
      ...(known?.part !== undefined && { part: known.part }),
      ...textsOf(given, of as Asked),
    };
  };
  const answerOf = (item: z.infer<typeof responses>['items'][number]): ForeignAnswer => ({
    id: item.response_id || item.token,
    submittedAt: item.submitted_at,
    startedAt: item.landed_at ?? item.submitted_at,
    values: [
      ...Object.entries(item.hidden ?? {}).map(([name, value]) => ({
        ...{ about: hiddenKey(name), label: name, texts: [String(value ?? '')] },
      })),
      ...(item.answers ?? []).map(valueFor),
    ],
  });
  return {
    page: async (from) => {
      const query = { page_size: pageSize, ...(from !== null && { before: from }) };
      const { items, total_items } = await http.get(`${at}/responses`, responses, { query });
      return {
        answers: items.map(answerOf),
        next: items.length < pageSize ? null : (items.at(-1)?.token ?? null),
        // What is left is counted once a page begins somewhere.
        total: from === null ? total_items : null,
      };
    },
  };
}
