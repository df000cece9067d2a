import type { Content } from '@weft/documents';
import { answerIdsOf, ownFieldIds } from './answer-ids.ts';
import { fieldsOf, questionsOf } from './form-document.ts';

/** What the fields of an answer table are to its form. */
interface AnswerColumns {
  /** A version asked for it, and the form asks for it no more. */
  readonly isRemoved: (fieldId: string) => boolean;
  /** The fields as the form asks: behind what it writes by itself, before fields added by people and removed questions. */
  readonly inOrder: <F extends { readonly id: string }>(fields: readonly F[]) => readonly F[];
}

/** `everAsked` are the ids of the questions of all published versions: fields that people added are none of them. */
export function answerColumns(flowId: string, content: Content, everAsked: readonly string[]): AnswerColumns {
  const { starredId, tagsId } = answerIdsOf(flowId);
  const first = ownFieldIds(flowId);
  const asked = fieldsOf(questionsOf(content)).map(({ id }) => id);
  const place = new Map([...first, ...asked].map((id, index) => [id, index]));
  const last = new Map([starredId, tagsId].map((id, index) => [id, place.size + index]));
  const ever = new Set(everAsked);
  const isRemoved = (id: string): boolean => ever.has(id) && !place.has(id);
  const placeOf = (id: string): number =>
    place.get(id) ?? last.get(id) ?? place.size + last.size + (isRemoved(id) ? 1 : 0);
  return { isRemoved, inOrder: (fields) => fields.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) };
}
