import { err, ok } from '@weft/std';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';
import { recordSourceOf, serviceListOf } from './record-source.ts';

/** Characters of a record as it is shown and kept. */
export const longestRecordName = 500;

/**
 * One record of a table, or one value of a connected service. Its choices are the records that were found for what was sent: the server looks each up, and
 * nothing that it did not find is an answer.
 */
export const recordPicker: QuestionType = {
  label: 'Table or service',
  settings: { source: { kind: 'source', label: 'What can be chosen' } },
  picksRecords: true,
  fault: (question) => {
    if (serviceListOf(question) !== null) return null;
    const source = recordSourceOf(question);
    if (source === null) return 'choose the table or the list that it takes from';
    return source.fields.length === 0 ? 'choose a field that is shown of its records' : null;
  },
  ...oneAnswer({
    field: () => shape('single_line_text'),
    missing: 'Choose one',
    read: (text, { choices, settings }) => {
      const picked = choices.find(({ id }) => id === text);
      if (picked !== undefined) return ok(picked.label);
      return err(
        settings.isGone === true
          ? 'What could be chosen here is gone: tell whoever made this form'
          : 'Choose one of the list, or write it as it stands there',
      );
    },
  }),
  samples: [
    { sent: { '': ['Ada Lovelace'] }, gives: 'Choose one of the list, or write it as it stands there' },
  ],
};
