import type { CellValue, Field, FieldKind, FieldOf, SelectOption } from '@weft/core';
import { must } from '@weft/std';
import { type ColumnFormat, splitTokens, type TokenSeparator } from './column-format.ts';
import {
  checkboxReader,
  currencyReader,
  dateReader,
  datetimeReader,
  durationReader,
  numberReader,
  percentReader,
  type Read,
  ratingReader,
  unfit,
} from './convert-text.ts';
import { OptionList } from './option-list.ts';
import { trimmedText } from './trimmed-text.ts';

export interface ConverterOptions {
  /** IANA zone of texts that name none, where the field has no fixed one. */
  readonly timeZone: string;
  /** Makes the value of a new select option. */
  readonly newOptionValue: () => string;
  /** What a person made of the labels of the file: another label, or null for none, whose cells are kept as text. */
  readonly labels?: ReadonlyMap<string, string | null> | undefined;
}

/** Turns the cells of one column into values; the same for preview and import. */
export interface Converter {
  /** The cell's value, null when it is empty, `unfit` when its text does not fit: then it is kept as `raw`. */
  readonly convert: (cell: string) => CellValue | typeof unfit;
  /** The options of a select with those found so far; null for other kinds. */
  readonly options: () => readonly SelectOption[] | null;
}

type MakeConverter<K extends FieldKind> = (
  field: FieldOf<K>,
  format: ColumnFormat,
  options: ConverterOptions,
) => Converter;

const lineBreak = /[\n\r\u2028\u2029]/;
const oneLine: Read<string> = (text) => (lineBreak.test(text) ? unfit : text);
const noOptions = (): null => null;

/** Text as it stands, the blanks around it included. */
const asItStands =
  (read: Read<string>): MakeConverter<FieldKind> =>
  () => ({ convert: (cell) => (cell === '' ? null : read(cell)), options: noOptions });

const trimmed = (read: Read<CellValue>): Converter => ({ convert: trimming(read), options: noOptions });

/** One line as it stands; without the white space around it where a person said so. */
const address: MakeConverter<FieldKind> = (_field, { trim }) =>
  trim === true
    ? trimmed(oneLine)
    : { convert: (cell) => (cell === '' ? null : oneLine(cell)), options: noOptions };

const chosen =
  <K extends 'single_select' | 'multiple_select'>(
    read: (label: LabelReader, format: ColumnFormat) => Read<CellValue>,
  ): MakeConverter<K> =>
  ({ template }, format, { newOptionValue, labels }) => {
    const list = new OptionList(template.options, newOptionValue);
    const readLabel: LabelReader = (text) => {
      const label = labels?.get(text);
      return label === null ? null : list.valueOf(label ?? text);
    };
    return { convert: exactly(read(readLabel, format), format), options: () => list.options };
  };

/** THE list of how cells of a file become those of each kind; null: no column of a file can be of that kind. */
const converters: { readonly [K in FieldKind]: MakeConverter<K> | null } = {
  single_line_text: asItStands(oneLine),
  long_text: asItStands((text) => text),
  number: (_field, format) => trimmed(numberReader(format)),
  currency: ({ template }, format) => trimmed(currencyReader(template.currencySymbol, format)),
  percent: ({ template }, format) => trimmed(percentReader(template.allowNegative, format)),
  rating: ({ template }) => trimmed(ratingReader(template.maxRating)),
  duration: () => trimmed(durationReader),
  date: ({ template }, format, { timeZone }) =>
    trimmed(
      template.displayTime ? datetimeReader(format, template.timezone ?? timeZone) : dateReader(format),
    ),
  datetime: ({ template }, format, { timeZone }) =>
    trimmed(datetimeReader(format, template.timezone ?? timeZone)),
  checkbox: (_field, format) => ({
    convert: exactly(padless(checkboxReader(format)), format),
    options: noOptions,
  }),
  single_select: chosen(oneLabel),
  multiple_select: chosen((readLabel, { separator }) => padless(someLabels(readLabel, separator ?? ','))),
  attachments: null,
  email: address,
  url: address,
  phone_number: address,
  linked_record: null,
  lookup: null,
};

/** Whether a column of a file can be imported as this kind. */
export const isImportable = (kind: FieldKind): boolean => converters[kind] !== null;

/** A converter for a field of a kind that can be imported. */
export function createConverter(field: Field, format: ColumnFormat, options: ConverterOptions): Converter {
  // Safe: the field and its line of the list are of one kind.
  const make = converters[field.type] as MakeConverter<FieldKind> | null;
  return must(make, 'a converter')(field, format, options);
}

function trimming(read: Read<CellValue>): Converter['convert'] {
  return (cell) => {
    const text = trimmedText(cell);
    return text === '' ? null : read(text);
  };
}

/**
 * Cells with the white space around them, unless a person said that it is to be left out. A cell of nothing else names
 * no value: it is kept as text.
 */
function exactly(read: Read<CellValue>, { trim }: ColumnFormat): Converter['convert'] {
  if (trim === true) return trimming(read);
  return (cell) => (cell === '' ? null : trimmedText(cell) === '' ? unfit : read(cell));
}

/** For readers that would lose the white space around a text: with it, the text does not fit. */
const padless =
  <V>(read: Read<V>): Read<V> =>
  (text) =>
    trimmedText(text).length === text.length ? read(text) : unfit;

/** The value of a label of the file, null when there can be none. */
type LabelReader = (text: string) => string | null;

function oneLabel(readLabel: LabelReader): Read<string> {
  return (text) => readLabel(text) ?? unfit;
}

function someLabels(readLabel: LabelReader, separator: TokenSeparator): Read<readonly string[]> {
  return (text) => {
    const values = new Set<string>();
    for (const label of splitTokens(text, separator)) {
      const value = readLabel(label);
      if (value === null) return unfit;
      values.add(value);
    }
    return values.size === 0 ? unfit : [...values];
  };
}
