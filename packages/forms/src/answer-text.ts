import { anyFieldType, type CellValue, type FieldShape } from '@weft/core';
import type { Answers } from './answers.ts';
import { type FormPage, fieldsOf } from './form-document.ts';
import { pipeFor } from './piping.ts';

/** An answer as texts show it. */
export function answerText({ type, template }: FieldShape, value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return anyFieldType(type).format(value, template, { timeZone: 'UTC', locale: 'en-US' });
}

/** Puts answers into texts that name their questions. */
export function pipeOf(
  pages: readonly FormPage[],
  answers: Answers,
  written: (text: string) => string = String,
): (text: string) => string {
  const fields = fieldsOf(pages.flatMap(({ questions }) => questions));
  const texts = fields.flatMap((field) => {
    const text = answerText(field, answers.get(field.id) ?? null);
    return text === '' ? [] : [[field.name, written(text)] as const];
  });
  return pipeFor(texts);
}
