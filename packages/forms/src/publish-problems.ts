import type { Content } from '@weft/documents';
import { type FormProblem, formProblems, ownStylesProblem } from './check-form.ts';
import { customCssFaults } from './themes/custom-css.ts';

/** Everything that keeps a form from being published: apart from `formProblems`, for it brings a parser of CSS. */
export const publishProblems = (content: Content): readonly FormProblem[] => [
  ...formProblems(content),
  ...customCssFaults(content).map(ownStylesProblem),
];

/** Why a draft cannot be published, in a sentence; null when it can. */
export const whyNotPublished = (content: Content): string | null => publishProblems(content)[0]?.text ?? null;
