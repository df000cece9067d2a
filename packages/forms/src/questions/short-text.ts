import { type QuestionType, readText } from './question-type.ts';

export const shortText: QuestionType = {
  label: 'Short text',
  field: 'single_line_text',
  missing: 'Fill this in',
  read: readText(1_000, 'one'),
};
