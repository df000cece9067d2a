import type { Content } from '@weft/documents';
import { type AnswerField, fieldsOf, questionsOf } from '@weft/forms';

/** What a server says can go into a table, as fields with their settings; the draft here may be newer than its answer. */
export function mappableFields(
  content: Content,
  known: readonly Pick<AnswerField, 'id' | 'name' | 'type'>[],
): readonly AnswerField[] {
  const asked = new Map(fieldsOf(questionsOf(content)).map((field) => [field.id, field]));
  return known.map(
    (field) => asked.get(field.id) ?? ({ ...field, template: null } as unknown as AnswerField),
  );
}
