import { anyFieldType, type CellValue, type FieldEnv } from '@weft/core';
import type { ColumnChoice } from './column-choice.ts';
import type { Misfits } from './column-reading.ts';

/** A cell of the preview: what its text would become. */
export interface PreviewCell {
  readonly text: string;
  /** False: the text would be kept as it is and marked. */
  readonly fits: boolean;
  readonly checked?: boolean;
  readonly labels?: readonly string[];
}

const empty: PreviewCell = { text: '', fits: true };

/**
 * Shows a text of the file as the chosen kind. What the whole file was found to fit is never marked here, even
 * where a word is only known to the importer (its own words for yes and no): the file's word holds.
 */
export function previewCell(
  text: string | undefined,
  choice: Pick<ColumnChoice, 'type' | 'template'>,
  misfits: Misfits,
  env: FieldEnv,
): PreviewCell {
  const bare = text?.trim() ?? '';
  if (text === undefined || bare === '') return empty;
  const misfit = misfits.count > 0;
  if (misfit && misfits.samples.includes(bare.slice(0, 200))) return { text, fits: false };
  if (choice.type === 'single_select') return { text: bare, fits: true, labels: [bare] };
  if (choice.type === 'multiple_select') {
    const separator = bare.includes(';') && !bare.includes(',') ? ';' : ',';
    const labels = bare
      .split(separator)
      .map((label) => label.trim())
      .filter((label) => label !== '');
    return { text: bare, fits: true, labels };
  }
  if (choice.type === 'single_line_text') return { text, fits: !/[\n\r]/.test(text) };
  if (choice.type === 'long_text') return { text, fits: true };
  const type = anyFieldType(choice.type);
  const read = type.fromPaste(text, choice.template, env);
  if (!read.ok || read.value === null) return { text, fits: !misfit };
  const value: NonNullable<CellValue> = read.value;
  return {
    text: type.format(value, choice.template, env),
    fits: true,
    ...(typeof value === 'boolean' ? { checked: value } : {}),
  };
}
