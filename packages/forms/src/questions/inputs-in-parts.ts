import type { CellValue, FieldShape } from '@weft/core';
import type { Result } from '@weft/std';
import type { PartKind, QuestionType } from './question-type.ts';
import { partField, readOne, together } from './reading.ts';

interface InputPart extends PartKind {
  readonly field: FieldShape;
  readonly read: (text: string) => Result<CellValue>;
  /** Said where it is missing in a question that is required; null: it may be. */
  readonly missing: string | null;
}

/** A question that asks for several things side by side, each in a field of its own. */
export function inputsInParts(
  heading: string,
  kinds: readonly InputPart[],
  joins = ', ',
): Pick<QuestionType, 'parts' | 'joins' | 'fields' | 'read'> {
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name);
  return {
    parts: { heading, isOpen: false, initial: kinds.map(({ name, label }) => ({ name, label })) },
    joins,
    fields: (question) =>
      question.parts.flatMap((part) => {
        const kind = kindOf(part.name);
        return kind === undefined ? [] : [partField(question, part, kind.field)];
      }),
    read: (question, textsOf) =>
      together(
        question.parts.flatMap(({ id, name }) => {
          const kind = kindOf(name);
          return kind === undefined
            ? []
            : [readOne(id, textsOf, question.required ? kind.missing : null, kind.read)];
        }),
      ),
  };
}
