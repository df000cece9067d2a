import type { FieldKind, OptionColor, SelectOption, Template as Settings } from '@weft/core';
import { palette } from '@weft/core';

/** What a cell of a sample row becomes: a value, or the names of the records that it links to. */
type SampleCell =
  | { readonly value: string | number | boolean | readonly string[] }
  | { readonly names: readonly string[] };

/** A field of a template; `read` takes what its sample rows say, `today` is the day they count from. */
export interface TemplateField<Name extends string, Cell> {
  readonly name: Name;
  readonly kind: FieldKind;
  readonly settings: object;
  /** Of a field of links: the table it leads to, by name, and what the field on the other side is called. */
  readonly link?: { readonly table: string; readonly inverse: string | null };
  readonly read: (cell: Cell, today: Date) => SampleCell;
}

type AnyField = TemplateField<string, never>;
type CellOf<F> = F extends TemplateField<string, infer Cell> ? Cell | null : never;
type RowOf<Fields extends readonly AnyField[]> = { readonly [At in keyof Fields]: CellOf<Fields[At]> };

/** A condition names a field and an operator of its kind; options are named by their labels. */
type Condition<Name extends string> = readonly [field: Name, operator: string, value?: unknown];

export interface TemplateView<Name extends string = string> {
  readonly name: string;
  readonly where?: readonly Condition<Name>[];
  readonly sort?: readonly (readonly [field: Name, direction: 'asc' | 'desc'])[];
  readonly group?: Name;
  readonly hide?: readonly Name[];
}

export interface TemplateTable {
  readonly name: string;
  readonly fields: readonly TemplateField<string, unknown>[];
  readonly rows: readonly (readonly unknown[])[];
  readonly views: readonly TemplateView[];
}

/** A database to begin with: linked tables with sample records and views. */
export interface BaseTemplate {
  /** As it stands in calls; never changed. */
  readonly name: string;
  readonly title: string;
  readonly category: (typeof templateCategories)[number];
  /** One line: what it keeps. */
  readonly about: string;
  /** Other words that people describe it by. */
  readonly words: string;
  readonly tables: readonly TemplateTable[];
}

export const templateCategories = [
  'Work',
  'Customers',
  'People',
  'Money',
  'Content and events',
  'Teaching and research',
  'Home and clubs',
] as const;

/** The first field names the records; rows hold a cell for each field, in order. */
export const table = <const Fields extends readonly AnyField[]>(
  name: string,
  fields: Fields,
  rows: readonly RowOf<Fields>[],
  views: readonly TemplateView<Fields[number]['name']>[] = [],
): TemplateTable => ({
  name,
  // Rows and fields were compared by the compiler.
  fields: fields as unknown as TemplateTable['fields'],
  rows,
  views,
});

const plain =
  <K extends FieldKind>(kind: K) =>
  <Name extends string>(name: Name): TemplateField<Name, string> => ({
    ...{ name, kind, settings: {} },
    read: (value) => ({ value }),
  });

export const text = plain('single_line_text');
export const longText = plain('long_text');
export const email = plain('email');
export const url = plain('url');
export const phone = plain('phone_number');

const amount =
  <K extends 'number' | 'currency' | 'percent' | 'rating'>(kind: K, usual: Partial<Settings<K>>) =>
  <Name extends string>(name: Name, settings: Partial<Settings<K>> = {}): TemplateField<Name, number> => ({
    ...{ name, kind, settings: { ...usual, ...settings } },
    read: (value) => ({ value }),
  });

export const number = amount('number', {});
export const money = amount('currency', { currencySymbol: '$', decimalPlaces: 2 });
/** Cells are fractions: 0.25 is 25 %. */
export const percent = amount('percent', { decimalPlaces: 0, showProgressBar: true });
export const stars = amount('rating', { maxRating: 5 });

/** Cells are minutes. */
export const minutes = <Name extends string>(name: Name): TemplateField<Name, number> => ({
  ...{ name, kind: 'duration', settings: { format: 'h:mm' } },
  read: (cell) => ({ value: cell * 60 }),
});

const dayMs = 86_400_000;
const dayText = (today: Date, days: number): string =>
  new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);

/** Cells are days from today, so that samples are of this time whenever they are made. */
export const day = <Name extends string>(name: Name): TemplateField<Name, number> => ({
  ...{ name, kind: 'date', settings: {} },
  read: (days, today) => ({ value: `${dayText(today, days)}T00:00:00.000Z` }),
});

/** Cells are days from today and a time of day in UTC: `[3, '09:30']`. */
export const moment = <Name extends string>(
  name: Name,
): TemplateField<Name, readonly [days: number, time: `${number}:${number}`]> => ({
  ...{ name, kind: 'datetime', settings: { displayTime: true } },
  read: ([days, time], today) => ({ value: `${dayText(today, days)}T${time}:00.000Z` }),
});

export const check = <Name extends string>(
  name: Name,
  color: OptionColor = 'Green',
): TemplateField<Name, boolean> => ({
  ...{ name, kind: 'checkbox', settings: { color } },
  read: (value) => ({ value }),
});

/** Labels take the colours of the palette in turn; a label is stored as its own value. */
const optionsOf = (labels: readonly string[]): readonly SelectOption[] =>
  labels.map((label, at) => ({ value: label, label, color: palette[at % palette.length] ?? 'Gray' }));

export const select = <const Name extends string, const Labels extends readonly string[]>(
  name: Name,
  ...labels: Labels
): TemplateField<Name, Labels[number]> => ({
  ...{ name, kind: 'single_select', settings: { options: optionsOf(labels) } },
  read: (value) => ({ value }),
});

export const tags = <const Name extends string, const Labels extends readonly string[]>(
  name: Name,
  ...labels: Labels
): TemplateField<Name, readonly Labels[number][]> => ({
  ...{ name, kind: 'multiple_select', settings: { options: optionsOf(labels) } },
  read: (value) => ({ value }),
});

/**
 * Cells name records of the other table, which has a field of the same links: called as this table is, or `inverse`.
 */
const linkOf =
  (allowMultiple: boolean) =>
  <Name extends string>(
    name: Name,
    other: string,
    inverse: string | null = null,
  ): TemplateField<Name, string | readonly string[]> => ({
    ...{ name, kind: 'linked_record', settings: { allowMultiple }, link: { table: other, inverse } },
    read: (names) => ({ names: [names].flat() }),
  });

/** To one record. */
export const one = linkOf(false);
/** To any number of records. */
export const many = linkOf(true);
