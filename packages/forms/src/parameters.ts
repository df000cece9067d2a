import type { Content } from '@weft/documents';
import { questionsOf } from './form-document.ts';
import { questionType } from './questions/question-types.ts';

/** The parameters of its address that a form asks for. */
export function parametersOf(content: Content): readonly string[] {
  const names = new Set<string>();
  for (const question of questionsOf(content))
    questionType(question.type).fromAddress?.(question, (name) => {
      names.add(name);
      return null;
    });
  return [...names];
}
