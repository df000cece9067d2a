import type { CellValue, Field, SelectOption } from '@weft/core';
import { type ColumnFormat, splitTokens, type TokenSeparator } from './column-format.ts';
import { plainReader, type Read, unfit } from './convert-text.ts';
import { OptionList } from './option-list.ts';

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

const lineBreak = /[\n\r\u2028\u2029]/;
const noOptions = (): null => null;

/**
 * A converter for a field. Text kinds keep the cell as it is (addresses and numbers without blanks around them);
 * every other kind reads it trimmed.
 */
export function createConverter(field: Field, format: ColumnFormat, options: ConverterOptions): Converter {
  if (field.type === 'long_text')
    return { convert: (cell) => (cell === '' ? null : cell), options: noOptions };
  if (field.type === 'single_line_text') {
    const convert = (cell: string) => (cell === '' ? null : lineBreak.test(cell) ? unfit : cell);
    return { convert, options: noOptions };
  }
  if (field.type === 'email' || field.type === 'url' || field.type === 'phone_number') {
    return { convert: trimming((text) => (lineBreak.test(text) ? unfit : text)), options: noOptions };
  }
  if (field.type === 'single_select' || field.type === 'multiple_select') {
    const list = new OptionList(field.template.options, options.newOptionValue);
    const { labels } = options;
    const readLabel: LabelReader = (text) => {
      const label = labels?.get(text);
      return label === null ? null : list.valueOf(label ?? text);
    };
    const read =
      field.type === 'single_select' ? oneLabel(readLabel) : someLabels(readLabel, format.separator ?? ',');
    return { convert: trimming(read), options: () => list.options };
  }
  const read = plainReader(field, format, options.timeZone) ?? (() => unfit);
  return { convert: trimming(read), options: noOptions };
}

function trimming(read: Read<CellValue>): Converter['convert'] {
  return (cell) => {
    const text = cell.trim();
    return text === '' ? null : read(text);
  };
}

/** The value of a label of the file, null when there can be none. */
type LabelReader = (text: string) => string | null;

const oneLabel =
  (readLabel: LabelReader): Read<string> =>
  (text) =>
    readLabel(text) ?? unfit;

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
