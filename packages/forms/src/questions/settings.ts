import { epochOf } from '@weft/core';
import {
  aFlag,
  aNumber,
  aPattern,
  aText,
  aWhole,
  type Json,
  oneOf,
  type PropRule,
  propRule,
} from '@weft/documents';
import { isId } from '@weft/std';
import { longestUsual } from '../conditions.ts';
import { isDayText } from './days.ts';
import { imageRule } from './images.ts';
import type { Question } from './question.ts';
import { recordSourceRule } from './record-picker/record-source.ts';

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
    | {
        readonly kind: 'text';
        readonly maxLength: number;
        readonly lines?: 'many';
        /** People who answer read it, and so it can be translated. */
        readonly isSaid?: true;
      }
    | { readonly kind: 'day' }
    /** A time zone by its name: 'Europe/Paris'. */
    | { readonly kind: 'zone' }
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

/** The day (`YYYY-MM-DD`) of a moment (ISO 8601 UTC) on the calendar of a zone; null: there is no such zone. */
export function dayIn(zone: string, at: string): string | null {
  try {
    const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    return new Intl.DateTimeFormat('sv-SE', options).format(epochOf(at));
  } catch {
    return null;
  }
}

const isZone = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 64 && dayIn(value, '2030-01-01T00:00:00.000Z') !== null;

const rules: { readonly [K in Kind]: (setting: Extract<Setting, { kind: K }>) => PropRule } = {
  flag: () => aFlag,
  number: () => aNumber,
  integer: ({ min, max }) => aWhole(min, max),
  text: ({ maxLength }) => aText(maxLength),
  day: () => aPattern(/^\d{4}-\d{2}-\d{2}$/, isDayText),
  zone: () => propRule({ type: 'string', maxLength: 64 }, isZone),
  image: () => imageRule,
  source: () => recordSourceRule,
  choices: () =>
    propRule(
      { type: 'string', maxLength: longestUsual, pattern: '^ *(opt[0-9a-z]{21}( +|$))*$' },
      (value) =>
        typeof value === 'string' &&
        value.length <= longestUsual &&
        idsInText(value).every((id) => isId('opt', id)),
    ),
  pick: ({ options }) => oneOf(options.map(({ value }) => value)),
};

/** What a setting may be. */
export const settingRule = <S extends Setting>(setting: S): PropRule =>
  (rules[setting.kind] as (setting: S) => PropRule)(setting);

export const takesValue = (setting: Setting, value: Json): boolean => settingRule(setting)(value);

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
