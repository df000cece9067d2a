import {
  anyFieldType,
  type CellValue,
  type Field,
  type FieldEnv,
  isQuietRaw,
  isSelectKind,
  type SelectOption,
} from '@weft/core';
import { createConverter, unfit } from '@weft/imports';
import type { ImportPreviewColumn } from '@weft/protocol';
import { withoutUndefined } from '@weft/std';
import type { ColumnChoice } from './column-choice.ts';
import { changedLabels } from './column-options.ts';
import { readingOf } from './column-reading.ts';

/** A cell of the preview: what its text will become. */
export interface PreviewCell {
  readonly text: string;
  /** False: the text will be kept as it is and marked. */
  readonly fits: boolean;
  /** It says that there is no value, and is kept as it is without a mark. */
  readonly missing?: true;
  readonly checked?: boolean;
  readonly options?: readonly SelectOption[];
}

const empty: PreviewCell = { text: '', fits: true };

/** Reads the cells of one column as the import will, by the importer's own converter. */
export function cellReader(
  column: ImportPreviewColumn,
  choice: Pick<ColumnChoice, 'type' | 'template' | 'trim'>,
  env: FieldEnv,
): (text: string | undefined) => PreviewCell {
  const { type, template } = choice;
  // Kind and settings belong together, as in a field.
  const field = { id: '', name: '', order: 0, type, template } as Field;
  let made = 0;
  const format = { ...readingOf(column, choice)?.format, ...(choice.trim === true && { trim: true }) };
  const { convert, options } = createConverter(field, format, {
    timeZone: env.timeZone,
    newOptionValue: () => `new${made++}`,
    labels: new Map(changedLabels(column, choice)),
  });
  const known = (value: CellValue): readonly SelectOption[] =>
    [value].flat().flatMap((each) => options()?.find((option) => option.value === each) ?? []);
  return (text) => {
    if (text === undefined || text.trim() === '') return empty;
    const value = convert(text);
    if (value === unfit)
      return isQuietRaw(type, text) ? { text, fits: true, missing: true } : { text, fits: false };
    if (value === null) return empty;
    if (isSelectKind(type)) return { text: text.trim(), fits: true, options: known(value) };
    return withoutUndefined({
      text: anyFieldType(type).format(value, template, env),
      fits: true,
      checked: typeof value === 'boolean' ? value : undefined,
    });
  };
}
