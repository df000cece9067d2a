import type { ForeignQuestion } from '@weft/forms';
import { z } from 'zod';

const properties = z.object({
  description: z.string().nullish(),
  choices: z
    .array(z.object({ id: z.string().nullish(), ref: z.string().nullish(), label: z.string() }))
    .nullish(),
  fields: z.array(z.unknown()).nullish(),
  allow_multiple_selection: z.boolean().nullish(),
  allow_other_choice: z.boolean().nullish(),
  randomize: z.boolean().nullish(),
  alphabetical_order: z.boolean().nullish(),
  steps: z.number().nullish(),
  start_at_one: z.boolean().nullish(),
  labels: z
    .object({ left: z.string().nullish(), center: z.string().nullish(), right: z.string().nullish() })
    .nullish(),
});
export const typeformField = z.object({
  id: z.string(),
  ref: z.string().nullish(),
  title: z.string().nullish(),
  type: z.string(),
  properties: properties.nullish(),
  validations: z
    .object({
      ...{ required: z.boolean().nullish(), max_length: z.number().nullish() },
      ...{ min_value: z.number().nullish(), max_value: z.number().nullish() },
      ...{ min_selection: z.number().nullish(), max_selection: z.number().nullish() },
    })
    .nullish(),
  attachment: z.unknown().optional(),
});
export type TypeformField = z.infer<typeof typeformField>;

export const keyOf = ({ id, ref }: Pick<TypeformField, 'id' | 'ref'>): string => ref ?? id;

/** The fields of a group; what is none of them is nothing that could be asked. */
export const fieldsIn = ({ properties: of }: TypeformField): readonly TypeformField[] =>
  (of?.fields ?? []).flatMap((each) => typeformField.safeParse(each).data ?? []);

/** Groups inside groups; what is deeper is left out. */
export const deepestGroup = 4;

type Mapped = Pick<ForeignQuestion, 'type'> & Partial<ForeignQuestion>;
type Mapping = (field: TypeformField, lost: (what: string) => void) => Mapped | null;

const labelsOf = ({ properties: of }: TypeformField) => (of?.choices ?? []).map(({ label }) => label);
const given = <T>(name: string, value: T | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };
const isSet = (text: string | null | undefined): text is string => (text ?? '') !== '';

const chosen: Mapping = (field) => {
  const { validations: asks, properties: of } = field;
  const takesMany = of?.allow_multiple_selection === true;
  return {
    type: takesMany ? 'multiple_choice' : 'single_choice',
    choices: labelsOf(field),
    takesOther: of?.allow_other_choice === true,
    settings: {
      ...(of?.randomize === true && { shuffle: true }),
      ...(takesMany && {
        ...given('minChoices', asks?.min_selection),
        ...given('maxChoices', asks?.max_selection),
      }),
    },
  };
};
const text =
  (type: 'short_text' | 'long_text'): Mapping =>
  ({ validations: asks }) => ({ type, settings: given('maxLength', asks?.max_length) });
const scale: Mapping = ({ properties: of, type }, lost) => {
  const from = type === 'nps' || of?.start_at_one !== true ? 0 : 1;
  const to = from + (type === 'nps' ? 11 : (of?.steps ?? 11)) - 1;
  if (to > 10) lost('its scale ends at 10');
  if (isSet(of?.labels?.center)) lost('the words in its middle were left out');
  const [left, right] = [of?.labels?.left, of?.labels?.right].map((label) => (label ?? '').slice(0, 60));
  return {
    type: 'scale',
    settings: {
      from,
      to: Math.min(10, to),
      ...(left && { fromLabel: left }),
      ...(right && { toLabel: right }),
    },
  };
};

const alphabetical = new Intl.Collator('en', { numeric: true });

/** THE list of the questions of Typeform that are asked here too; all others are reported. */
export const mappings: { readonly [type: string]: Mapping } = {
  short_text: text('short_text'),
  long_text: text('long_text'),
  email: () => ({ type: 'email' }),
  phone_number: () => ({ type: 'phone' }),
  website: () => ({ type: 'url' }),
  address: () => ({ type: 'address' }),
  number: ({ validations: asks }) => ({
    type: 'number',
    settings: { ...given('minimum', asks?.min_value), ...given('maximum', asks?.max_value) },
  }),
  date: () => ({ type: 'date' }),
  yes_no: () => ({ type: 'yes_no' }),
  legal: ({ properties: of }) => ({
    type: 'consent',
    help: '',
    settings: isSet(of?.description) ? { terms: of.description.slice(0, 5_000) } : {},
  }),
  multiple_choice: chosen,
  picture_choice: (field, lost) => {
    lost('its pictures were left out');
    return chosen(field, lost);
  },
  dropdown: (field, lost) => {
    if (field.properties?.randomize === true) lost('its choices are not shuffled');
    const labels = labelsOf(field);
    const isSorted = field.properties?.alphabetical_order === true;
    return { type: 'dropdown', choices: isSorted ? labels.toSorted(alphabetical.compare) : labels };
  },
  ranking: (field) => ({ type: 'ranking', choices: labelsOf(field) }),
  rating: ({ properties: of }) => ({
    type: 'rating',
    settings: { stars: Math.min(10, Math.max(2, of?.steps ?? 5)) },
  }),
  opinion_scale: scale,
  nps: scale,
  matrix: (field) => {
    const rows = fieldsIn(field);
    if (rows.some((row) => row.properties?.allow_multiple_selection === true)) return null;
    const [first] = rows;
    return {
      type: 'matrix',
      required: rows.some((row) => row.validations?.required === true),
      choices: first === undefined ? [] : labelsOf(first),
      rows: rows.map(({ title }) => title ?? ''),
    };
  },
  file_upload: () => ({ type: 'file' }),
  statement: ({ title, properties: of }) => ({
    type: 'paragraph',
    ...{ label: '', help: '' },
    settings: { text: [title, of?.description].filter(isSet).join('\n\n').slice(0, 5_000) },
  }),
};

/** What only holds others: its title heads them. */
export const groups: ReadonlySet<string> = new Set(['group', 'inline_group', 'contact_info']);
