import { content } from '../content.ts';
import type { QuestionType } from '../question-type.ts';

export const heading: QuestionType = { label: 'Heading', settings: {}, ...content };
