import { content } from '../content.ts';
import type { QuestionType } from '../question-type.ts';

export const divider: QuestionType = { label: 'Divider', needsNoLabel: true, settings: {}, ...content };
