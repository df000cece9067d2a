import type { FormQuestion } from '../form-document.ts';
import { nameKey } from '../piping.ts';
import { namesInFormula, readFormula } from './formula.ts';
import { questionType } from './question-types.ts';

/** The questions that the formulas of a question name, as names are compared. */
export const formulaNames = (question: FormQuestion): readonly string[] =>
  (questionType(question.type).formulas?.(question) ?? []).flatMap((text) => {
    const formula = readFormula(text);
    return formula.ok ? namesInFormula(formula.value).map(nameKey) : [];
  });
