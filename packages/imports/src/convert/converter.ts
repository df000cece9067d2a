import type { CellValue, FieldKind, FieldOf, SelectOption } from '@weft/core';
import { type ColumnFormat, splitTokens, type TokenSeparator } from './column-format.ts';
import { type Read, unfit } from './convert-text.ts';
import { OptionList } from './option-list.ts';
import { trimmedText } from './trimmed-text.ts';

export interface ConverterOptions {
  /** IANA zone of texts that name none, where the field has no fixed one. */
  readonly timeZone: string;
  /** Makes the value of a new select option. */
  readonly newOptionValue: () => string;
  /** No new option is made: a label that there is none of does not fit. */
  readonly knownOptionsOnly?: boolean | undefined;
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

export type MakeConverter<K extends FieldKind> = (
  field: FieldOf<K>,
  format: ColumnFormat,
  options: ConverterOptions,
) => Converter;

const lineBreak = /[\n\r\u2028\u2029]/;
export const oneLine: Read<string> = (text) => (lineBreak.test(text) ? unfit : text);
export const noOptions = (): null => null;

/** Text as it stands, the blanks around it included. */
export const asItStands =
  (read: Read<string>): MakeConverter<FieldKind> =>
  () => ({ convert: (cell) => (cell === '' ? null : read(cell)), options: noOptions });

export const trimmed = (read: Read<CellValue>): Converter => ({
  convert: trimming(read),
  options: noOptions,
});

/** One line as it stands; without the white space around it where a person said so. */
export const address: MakeConverter<FieldKind> = (_field, { trim }) =>
  trim === true
    ? trimmed(oneLine)
    : { convert: (cell) => (cell === '' ? null : oneLine(cell)), options: noOptions };

export const chosen =
  <K extends 'single_select' | 'multiple_select'>(
    read: (label: LabelReader, format: ColumnFormat) => Read<CellValue>,
  ): MakeConverter<K> =>
  ({ template }, format, { newOptionValue, knownOptionsOnly, labels }) => {
    const list = new OptionList(template.options, knownOptionsOnly === true ? null : newOptionValue);
    const readLabel: LabelReader = (text) => {
      const label = labels?.get(text);
      return label === null ? null : list.valueOf(label ?? text);
    };
    return { convert: exactly(read(readLabel, format), format), options: () => list.options };
  };

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
export function exactly(read: Read<CellValue>, { trim }: ColumnFormat): Converter['convert'] {
  if (trim === true) return trimming(read);
  return (cell) => (cell === '' ? null : trimmedText(cell) === '' ? unfit : read(cell));
}

/** For readers that would lose the white space around a text: with it, the text does not fit. */
export const padless =
  <V>(read: Read<V>): Read<V> =>
  (text) =>
    trimmedText(text).length === text.length ? read(text) : unfit;

/** The value of a label of the file, null when there can be none. */
type LabelReader = (text: string) => string | null;

export function oneLabel(readLabel: LabelReader): Read<string> {
  return (text) => readLabel(text) ?? unfit;
}

export function someLabels(readLabel: LabelReader, separator: TokenSeparator): Read<readonly string[]> {
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
