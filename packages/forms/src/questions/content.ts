import type { QuestionType } from './question-type.ts';
import { noAnswer } from './reading.ts';

/** What stands on a page and asks nothing. */
export const content: Pick<QuestionType, 'isContent' | 'fields' | 'read' | 'samples'> = {
  isContent: true,
  fields: () => [],
  read: () => noAnswer,
  samples: [{ sent: {}, gives: {} }],
};
