import type { CellValue } from '@weft/core';
import { err, type Fault, ok, type Result } from '@weft/std';
import { type FormQuestion, fieldsOf } from './form-document.ts';
import { questionType } from './questions/question-types.ts';

/** The value of each answered field, by its id. */
export type Answers = ReadonlyMap<string, CellValue>;

/** Texts by field, as they were sent: a field may have several. */
export type Sent = readonly (readonly [fieldId: string, text: string])[];

/** What somebody sent, checked against the questions they were asked; each fault's path is a field's id. */
export function readAnswers(
  questions: readonly FormQuestion[],
  sent: Sent,
): Result<Answers, readonly Fault[]> {
  const known = new Set(fieldsOf(questions).map(({ id }) => id));
  const texts = new Map<string, string[]>();
  const faults = new Map<string, string>();
  const answers = new Map<string, CellValue>();
  for (const [id, text] of sent) {
    const trimmed = text.trim();
    if (!known.has(id)) faults.set(id, 'This form has no such question');
    else if (trimmed !== '') texts.set(id, [...(texts.get(id) ?? []), trimmed]);
  }
  for (const question of questions) {
    const read = questionType(question.type).read(question, (id) => texts.get(id) ?? []);
    for (const [id, reason] of read.faults) faults.set(id, reason);
    for (const [id, value] of read.values) answers.set(id, value);
  }
  return faults.size === 0 ? ok(answers) : err([...faults].map(([path, reason]) => ({ path, reason })));
}
