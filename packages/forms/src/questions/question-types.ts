import { checkbox } from './checkbox.ts';
import { email } from './email.ts';
import { longText } from './long-text.ts';
import { number } from './number.ts';
import type { QuestionType } from './question-type.ts';
import { shortText } from './short-text.ts';

/** THE list of the types of questions; the names are stored and never change. */
const questionTypes = {
  short_text: shortText,
  long_text: longText,
  email,
  number,
  checkbox,
} as const satisfies { readonly [name: string]: QuestionType };

export type QuestionTypeName = keyof typeof questionTypes;

export const questionTypeNames = Object.keys(questionTypes) as readonly QuestionTypeName[];

export const isQuestionTypeName = (name: unknown): name is QuestionTypeName =>
  typeof name === 'string' && Object.hasOwn(questionTypes, name);

export const questionType = (name: QuestionTypeName): QuestionType => questionTypes[name];
