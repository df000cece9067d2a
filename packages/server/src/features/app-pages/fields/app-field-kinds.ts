import type { Field, FieldKind } from '@weft/core';

/** What a kind of field is on pages of apps. */
interface AppFieldKind {
  /** What takes its cells; null: nobody fills it in. */
  readonly control:
    | 'check'
    | 'date'
    | 'datetime'
    | 'email'
    | 'files'
    | 'long'
    | 'number'
    | 'records'
    | 'select'
    | 'stars'
    | 'tel'
    | 'text'
    | 'url'
    | null;
  /** How its cells look, where a text does not say it. */
  readonly look?: 'check' | 'chips' | 'gauge' | 'long' | 'mail' | 'phone' | 'stars' | 'web';
  /** It is read from its end, as numbers are. */
  readonly fromEnd?: true;
  /** Its cells are days, or instants, which fall on a day where somebody is. */
  readonly day?: 'calendar' | 'instant';
  /** It takes a line of its own. */
  readonly wide?: true;
}

const number = { control: 'text', fromEnd: true } as const;

/** THE list: a kind without its line does not compile. */
const appFieldKinds: { readonly [K in FieldKind]: AppFieldKind } = {
  single_line_text: { control: 'text' },
  long_text: { control: 'long', look: 'long', wide: true },
  number: { control: 'number', fromEnd: true },
  currency: number,
  percent: { ...number, look: 'gauge', wide: true },
  rating: { control: 'stars', look: 'stars' },
  duration: number,
  date: { control: 'date', day: 'calendar' },
  datetime: { control: 'datetime', day: 'instant' },
  checkbox: { control: 'check', look: 'check' },
  single_select: { control: 'select', look: 'chips' },
  multiple_select: { control: 'select', look: 'chips' },
  attachments: { control: 'files', wide: true },
  email: { control: 'email', look: 'mail' },
  url: { control: 'url', look: 'web' },
  phone_number: { control: 'tel', look: 'phone' },
  linked_record: { control: 'records' },
  lookup: { control: null },
  autonumber: { control: null, fromEnd: true },
  created_time: { control: null, day: 'instant' },
  created_by: { control: null },
  last_modified_time: { control: null, day: 'instant' },
  last_modified_by: { control: null },
};

/** Days that show a time are instants, whatever their kind is called. */
export function appKindOf({ type, template }: Field): AppFieldKind {
  const kind = appFieldKinds[type];
  const isTimed = kind.day === 'calendar' && 'displayTime' in template && template.displayTime;
  return isTimed ? appFieldKinds.datetime : kind;
}

/** Whether its cells are drawn as a share of a whole. */
export const isGauge = (field: Field): boolean =>
  appKindOf(field).look === 'gauge' &&
  'showProgressBar' in field.template &&
  field.template.showProgressBar === true;
