import type { Filter } from '@weft/core';
import {
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  orderBetween,
  ordersBetween,
  withInner,
} from '@weft/documents';
import {
  choiceProps,
  conditionsJson,
  newChildren,
  type PageKind,
  pageProps,
  partProps,
  peerSort,
  type QuestionTypeName,
  questionProps,
} from '@weft/forms';
import { deepEqual, type IdKind, must } from '@weft/std';

type NewId = (kind: IdKind) => string;

const sortOf = (content: Content, id: string): string | null => {
  const block = blockOf(content, id);
  return block === undefined ? null : peerSort(block);
};

/** The blocks of one sort that stand in another, in order. */
const peersIn = (content: Content, parent: string | null, sort: string): readonly string[] =>
  idsIn(content, parent).filter((id) => sortOf(content, id) === sort);

/** The order key of a block put at an index among its peers; no sibling of another sort has it. */
function orderAt(
  content: Content,
  parent: string | null,
  sort: string,
  index: number,
  moved: string | null = null,
): string {
  const siblings = idsIn(content, parent).filter((id) => id !== moved);
  const peers = peersIn(content, parent, sort).filter((id) => id !== moved);
  const before = peers[Math.min(index, peers.length) - 1];
  const place = before === undefined ? 0 : siblings.indexOf(before) + 1;
  const orderOf = (id: string | undefined) =>
    id === undefined ? null : (blockOf(content, id)?.order ?? null);
  return orderBetween(orderOf(siblings[place - 1]), orderOf(siblings[place]));
}

const added = (id: string, block: Block): Edit => ({ kind: 'block', id, before: null, after: block });

/** A new question with its first choices and parts, at an index of a page. */
export function addQuestion(
  content: Content,
  pageId: string,
  id: string,
  type: QuestionTypeName,
  index: number,
  newId: NewId,
): readonly Edit[] {
  const children = newChildren(type, newId);
  const orders = ordersBetween(null, null, children.length);
  const order = orderAt(content, pageId, 'question', index);
  return [
    added(id, { parent: pageId, order, props: questionProps(type) }),
    ...children.map((child, place) =>
      added(child.id, { parent: id, order: must(orders[place]), props: child.props }),
    ),
  ];
}

/** Moves a block among its peers; `index` counts them without it. None where it stays. */
export function moveBlock(content: Content, id: string, index: number): readonly Edit[] {
  const block = blockOf(content, id);
  if (block === undefined) return [];
  const { parent, order } = block;
  const sort = peerSort(block);
  const peers = peersIn(content, parent, sort);
  if (peers.indexOf(id) === index || index < 0 || index >= peers.length) return [];
  const after = { parent, order: orderAt(content, parent, sort, index, id) };
  return [{ kind: 'move', id, before: { parent, order }, after }];
}

/** A new page behind those there are. */
export const addPage = (content: Content, id: string, kind: PageKind): readonly Edit[] => [
  added(id, {
    parent: null,
    order: orderAt(content, null, 'page', Number.POSITIVE_INFINITY),
    props: pageProps(kind),
  }),
];

/** A rule behind those of a page. */
export const addRule = (
  content: Content,
  pageId: string,
  id: string,
  when: Filter,
  to: string,
): readonly Edit[] => [
  added(id, {
    parent: pageId,
    order: orderAt(content, pageId, 'rule', Number.POSITIVE_INFINITY),
    props: { type: 'rule', when: conditionsJson(when), to },
  }),
];

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

/** Deletes the choices or rows a new question comes with, where nobody changed them: a list takes their place. */
export const deleteSamples = (
  content: Content,
  items: readonly { readonly id: string; readonly label: string }[],
  samples: readonly string[],
): readonly Edit[] =>
  deepEqual(
    items.map(({ label }) => label),
    samples,
  )
    ? items.flatMap(({ id }) => deleteBlock(content, id))
    : [];

function addChildren(
  content: Content,
  questionId: string,
  kind: IdKind,
  children: readonly Block['props'][],
  newId: NewId,
  behind: string | undefined,
): readonly Edit[] {
  const siblings = idsIn(content, questionId);
  const place = behind === undefined ? siblings.length : siblings.indexOf(behind) + 1;
  const orderOf = (id: string | undefined) =>
    id === undefined ? null : (blockOf(content, id)?.order ?? null);
  const orders = ordersBetween(orderOf(siblings[place - 1]), orderOf(siblings[place]), children.length);
  return children.map((props, at) =>
    added(newId(kind), { parent: questionId, order: must(orders[at]), props }),
  );
}

/** Choices behind one of a question, or behind all of them, one for each label. */
export const addChoices = (
  content: Content,
  questionId: string,
  labels: readonly string[],
  newId: NewId,
  behind?: string,
): readonly Edit[] => addChildren(content, questionId, 'opt', labels.map(choiceProps), newId, behind);

/** Parts behind one of a question, or behind all of them, one for each label. */
export const addParts = (
  content: Content,
  questionId: string,
  name: string,
  labels: readonly string[],
  newId: NewId,
  behind?: string,
): readonly Edit[] =>
  addChildren(
    content,
    questionId,
    'fld',
    labels.map((label) => partProps(name, label)),
    newId,
    behind,
  );
