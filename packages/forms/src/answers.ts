import type { CellValue } from '@weft/core';
import { err, type Fault, ok, type Result } from '@weft/std';
import type { Question } from './form-document.ts';
import { questionType } from './questions/question-types.ts';

/** The value of each answered question, by its id. */
export type Answers = ReadonlyMap<string, CellValue>;

/** What somebody sent, checked against the questions they were asked; each fault's path is the question's id. */
export function readAnswers(
  questions: readonly Question[],
  sent: readonly (readonly [id: string, text: string])[],
): Result<Answers, readonly Fault[]> {
  const known = new Set(questions.map(({ id }) => id));
  const texts = new Map<string, string>();
  const faults = new Map<string, string>();
  for (const [id, text] of sent) {
    if (!known.has(id)) faults.set(id, 'This form has no such question');
    else if (texts.has(id)) faults.set(id, 'This was answered twice');
    else texts.set(id, text.trim());
  }
  const answers = new Map<string, CellValue>();
  for (const { id, type, required } of questions) {
    const { missing, read } = questionType(type);
    const text = texts.get(id) ?? '';
    if (text === '') {
      if (required && !faults.has(id)) faults.set(id, missing);
      continue;
    }
    const value = read(text);
    if (value.ok) answers.set(id, value.value);
    else if (!faults.has(id)) faults.set(id, value.error);
  }
  return faults.size === 0 ? ok(answers) : err([...faults].map(([path, reason]) => ({ path, reason })));
}
