import type { Json } from '@weft/documents';
import { isId } from '@weft/std';
import { longestUsual } from '../conditions.ts';
import { isDayText } from './days.ts';
import { imageOf } from './images.ts';
import type { Question } from './question.ts';
import { isRecordSource } from './record-picker/record-source.ts';

interface Named {
  /** As the editor names it: 'At least'. */
  readonly label: string;
  readonly hint?: string;
}

/** A setting of a type of question: what it may be, and how the editor asks for it. Unset, it is as usual. */
export type Setting = Named &
  (
    | { readonly kind: 'flag' }
    | { readonly kind: 'number' }
    | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly usual?: number }
    | { readonly kind: 'text'; readonly maxLength: number; readonly lines?: 'many' }
    | { readonly kind: 'day' }
    | { readonly kind: 'image' }
    | { readonly kind: 'source' }
    /** Choices of the question, by their ids. */
    | { readonly kind: 'choices' }
    | {
        readonly kind: 'pick';
        /** The first one is usual. */
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
  );

/** What stands in a question before it is answered. */
export const usualText = {
  kind: 'text',
  label: 'Filled in at first',
  hint: '{{Your name}} takes the answer to a question of an earlier page.',
  maxLength: longestUsual,
} as const satisfies Setting;

/** What is chosen in a question before it is answered. */
export const usualChoices = {
  kind: 'choices',
  label: 'Chosen at first',
} as const satisfies Setting;

/** The ids in a text that names choices. */
export const idsInText = (text: string): readonly string[] => text.split(' ').filter((id) => id !== '');

/** Pixels that a field is wide. */
export const fieldWidth = {
  kind: 'pick',
  label: 'Width of the field',
  options: [
    { value: 'full', label: 'Full' },
    { value: 'small', label: 'Small' },
    { value: 'medium', label: 'Medium' },
    { value: 'large', label: 'Large' },
  ],
} as const satisfies Setting;

type Kind = Setting['kind'];

const takes: {
  readonly [K in Kind]: (value: Json, setting: Extract<Setting, { kind: K }>) => boolean;
} = {
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value, { min, max }) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
  text: (value, { maxLength }) => typeof value === 'string' && value.length <= maxLength,
  day: (value) => typeof value === 'string' && isDayText(value),
  image: (value) => imageOf(value) !== null,
  source: isRecordSource,
  choices: (value) =>
    typeof value === 'string' &&
    value.length <= longestUsual &&
    idsInText(value).every((id) => isId('opt', id)),
  pick: (value, { options }) => options.some((option) => option.value === value),
};

export const takesValue = <S extends Setting>(setting: S, value: Json): boolean =>
  (takes[setting.kind] as (value: Json, setting: S) => boolean)(value, setting);

export const numberOf = ({ settings }: Pick<Question, 'settings'>, name: string): number | null => {
  const value = settings[name];
  return typeof value === 'number' ? value : null;
};

export const textOf = ({ settings }: Pick<Question, 'settings'>, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

export const isOn = ({ settings }: Pick<Question, 'settings'>, name: string): boolean =>
  settings[name] === true;
