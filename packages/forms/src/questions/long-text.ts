import { type QuestionType, readText } from './question-type.ts';

export const longText: QuestionType = {
  label: 'Long text',
  field: 'long_text',
  missing: 'Fill this in',
  read: readText(10_000, 'many'),
};
