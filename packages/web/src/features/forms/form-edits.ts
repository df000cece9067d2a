import {
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  type Json,
  orderBetween,
} from '@weft/documents';
import { type QuestionTypeName, questionProps } from '@weft/forms';

/** The order key of a block put at an index among the others. */
function orderAt(content: Content, index: number, moved: string | null): string {
  const orders = idsIn(content, null)
    .filter((id) => id !== moved)
    .map((id) => blockOf(content, id)?.order ?? null);
  const at = Math.min(index, orders.length);
  return orderBetween(orders[at - 1] ?? null, orders[at] ?? null);
}

const added = (id: string, block: Block): Edit => ({ kind: 'block', id, before: null, after: block });

/** A new question, at an index. */
export const addQuestion = (
  content: Content,
  id: string,
  type: QuestionTypeName,
  index: number,
): readonly Edit[] => [
  added(id, { parent: null, order: orderAt(content, index, null), props: questionProps(type) }),
];

/** The same question once more, right behind itself. */
export function duplicateQuestion(content: Content, id: string, copyId: string): readonly Edit[] {
  const block = blockOf(content, id);
  if (block === undefined) return [];
  const index = idsIn(content, null).indexOf(id) + 1;
  return [added(copyId, { ...block, order: orderAt(content, index, null) })];
}

/** `index` counts the questions without the one that moves; none where it stays. */
export function moveQuestion(content: Content, id: string, index: number): readonly Edit[] {
  const block = blockOf(content, id);
  const others = idsIn(content, null);
  if (block === undefined || others.indexOf(id) === index || index < 0 || index >= others.length) return [];
  const { parent, order } = block;
  return [
    { kind: 'move', id, before: { parent, order }, after: { parent, order: orderAt(content, index, id) } },
  ];
}

export function deleteQuestion(content: Content, id: string): readonly Edit[] {
  const block = blockOf(content, id);
  return block === undefined ? [] : [{ kind: 'block', id, before: block, after: null }];
}

/** Sets a property of a question, or (id null) of the form; null takes it away. */
export function setProp(content: Content, id: string | null, key: string, value: Json): readonly Edit[] {
  const props = id === null ? content.props : blockOf(content, id)?.props;
  if (props === undefined) return [];
  const before = props[key] ?? null;
  return before === value ? [] : [{ kind: 'prop', id, key, before, after: value }];
}
