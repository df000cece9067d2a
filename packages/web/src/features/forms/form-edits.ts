import {
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  type Json,
  orderBetween,
  ordersBetween,
  withInner,
} from '@weft/documents';
import { choiceProps, newChildren, partProps, type QuestionTypeName, questionProps } from '@weft/forms';
import { type IdKind, must } from '@weft/std';

type NewId = (kind: IdKind) => string;

/** The order key of a block put at an index among those that stand in the same one. */
function orderAt(content: Content, parent: string | null, index: number, moved: string | null): string {
  const orders = idsIn(content, parent)
    .filter((id) => id !== moved)
    .map((id) => blockOf(content, id)?.order ?? null);
  const at = Math.min(index, orders.length);
  return orderBetween(orders[at - 1] ?? null, orders[at] ?? null);
}

const added = (id: string, block: Block): Edit => ({ kind: 'block', id, before: null, after: block });

/** A new question with its first choices and parts, at an index. */
export function addQuestion(
  content: Content,
  id: string,
  type: QuestionTypeName,
  index: number,
  newId: NewId,
): readonly Edit[] {
  const children = newChildren(type, newId);
  const orders = ordersBetween(null, null, children.length);
  return [
    added(id, { parent: null, order: orderAt(content, null, index, null), props: questionProps(type) }),
    ...children.map((child, place) =>
      added(child.id, { parent: id, order: must(orders[place]), props: child.props }),
    ),
  ];
}

/** The same question once more, right behind itself; its choices and parts are others, with answers of their own. */
export function duplicateQuestion(
  content: Content,
  id: string,
  copyId: string,
  newId: NewId,
): readonly Edit[] {
  const block = blockOf(content, id);
  if (block === undefined) return [];
  const index = idsIn(content, null).indexOf(id) + 1;
  return [
    added(copyId, { ...block, order: orderAt(content, null, index, null) }),
    ...idsIn(content, id).map((inner) => {
      const child = must(blockOf(content, inner), 'a block of the question');
      return added(newId(child.props.type === 'choice' ? 'opt' : 'fld'), { ...child, parent: copyId });
    }),
  ];
}

/** Moves a block among its siblings; `index` counts them without it. None where it stays. */
export function moveBlock(content: Content, id: string, index: number): readonly Edit[] {
  const block = blockOf(content, id);
  if (block === undefined) return [];
  const { parent, order } = block;
  const siblings = idsIn(content, parent);
  if (siblings.indexOf(id) === index || index < 0 || index >= siblings.length) return [];
  const after = { parent, order: orderAt(content, parent, index, id) };
  return [{ kind: 'move', id, before: { parent, order }, after }];
}

/** Deletes a block and all that stands in it. */
export const deleteBlock = (content: Content, id: string): readonly Edit[] =>
  blockOf(content, id) === undefined
    ? []
    : withInner(content, id)
        .toReversed()
        .map((inner) => ({
          ...{ kind: 'block', id: inner, after: null },
          before: must(blockOf(content, inner), 'a block of the form'),
        }));

function addChildren(
  content: Content,
  questionId: string,
  kind: IdKind,
  children: readonly Block['props'][],
  newId: NewId,
): readonly Edit[] {
  const last = idsIn(content, questionId).at(-1);
  const before = last === undefined ? null : (blockOf(content, last)?.order ?? null);
  const orders = ordersBetween(before, null, children.length);
  return children.map((props, place) =>
    added(newId(kind), { parent: questionId, order: must(orders[place]), props }),
  );
}

/** Choices behind those a question has, one for each label. */
export const addChoices = (
  content: Content,
  questionId: string,
  labels: readonly string[],
  newId: NewId,
): readonly Edit[] => addChildren(content, questionId, 'opt', labels.map(choiceProps), newId);

/** Parts behind those a question has, one for each label. */
export const addParts = (
  content: Content,
  questionId: string,
  name: string,
  labels: readonly string[],
  newId: NewId,
): readonly Edit[] =>
  addChildren(
    content,
    questionId,
    'fld',
    labels.map((label) => partProps(name, label)),
    newId,
  );

/** Sets a property of a question, or (id null) of the form; null takes it away. */
export function setProp(content: Content, id: string | null, key: string, value: Json): readonly Edit[] {
  const props = id === null ? content.props : blockOf(content, id)?.props;
  if (props === undefined) return [];
  const before = props[key] ?? null;
  return before === value ? [] : [{ kind: 'prop', id, key, before, after: value }];
}
