import { defaultTemplate, type FieldShape } from '@weft/core';
import type { AnswerField, FormQuestion, PickedRecords } from '@weft/forms';
import { pickersOf } from '@weft/forms';
import { derivedId } from '../../../derived-id.ts';

/** The field that keeps which record was picked, beside the one that keeps what it was called then. */
export const recordField = ({ id, label }: Pick<FormQuestion, 'id' | 'label'>): AnswerField => ({
  ...{ id: derivedId('fld', id, 'record'), name: `${label}: record` },
  ...({ type: 'single_line_text', template: defaultTemplate('single_line_text') } as FieldShape),
});

/** The ids of the records of an answer, by the fields that keep them. */
export const recordCells = (
  asked: readonly FormQuestion[],
  { records }: PickedRecords,
): readonly { readonly field: AnswerField; readonly recordId: string }[] =>
  asked.flatMap((question) => {
    const picked = records.find(({ questionId }) => questionId === question.id);
    const recordId = picked?.recordId ?? null;
    return recordId === null ? [] : [{ field: recordField(question), recordId }];
  });

/** A record that was picked, for whoever links to it. */
export interface PickedLink {
  readonly base: string;
  readonly tableId: string;
  readonly recordId: string;
}

/** What was picked, by the question; `published` are questions as they are published, with their sources. */
export const pickedLinks = (
  published: readonly FormQuestion[],
  { records }: PickedRecords,
): { readonly [questionId: string]: PickedLink } =>
  Object.fromEntries(
    pickersOf(published).flatMap(({ question, source }) => {
      const picked = records.find(({ questionId }) => questionId === question.id);
      const recordId = picked?.recordId ?? null;
      return recordId === null
        ? []
        : [[question.id, { base: source.base, tableId: source.table.id, recordId }]];
    }),
  );
