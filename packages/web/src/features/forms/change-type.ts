import {
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  type Json,
  ordersBetween,
} from '@weft/documents';
import {
  hasDefault,
  isQuestionTypeName,
  newChildren,
  type QuestionTypeName,
  questionType,
  questionTypeNames,
  readTranslationKey,
  takesValue,
} from '@weft/forms';
import { deepEqual, type IdKind, must } from '@weft/std';
import { renamed } from './block-clipboard.ts';
import { deleteBlock } from './form-edits.ts';

type NewId = (kind: IdKind) => string;

const asks = (type: QuestionTypeName): boolean => {
  const { isContent, fromAddress } = questionType(type);
  return isContent !== true && fromAddress === undefined;
};

/** The types that a question can become on the sheet: those of questions, for one that asks something. */
export const typesFor = (type: QuestionTypeName): readonly QuestionTypeName[] =>
  asks(type) ? questionTypeNames.filter((name) => name !== type && asks(name)) : [];

/** Properties of every question, whatever its type. */
const common = ['label', 'help', 'required', 'shownWhen', 'requiredWhen', 'beside', 'explanation'];
/** Properties that name questions and choices by their ids. */
const naming = ['shownWhen', 'requiredWhen', 'usualWhen', 'usual', 'when'];

/** The properties of a question that it keeps as another type. */
function keptProps({ props }: Block, from: QuestionTypeName, to: QuestionTypeName): Block['props'] {
  const [old, next] = [questionType(from).settings, questionType(to).settings];
  const fits = (key: string, value: Json): boolean => {
    if (common.includes(readTranslationKey(key)?.key ?? key)) return true;
    if (key === 'usualWhen') return hasDefault(to) && old.usual?.kind === next.usual?.kind;
    const setting = next[key];
    return setting !== undefined && old[key]?.kind === setting.kind && takesValue(setting, value);
  };
  return {
    ...Object.fromEntries(Object.entries(props).filter(([key, value]) => fits(key, value))),
    type: to,
  };
}

/** A choice as one of another type: pictures only where they are seen. */
function keptChoice({ image, alt, ...props }: Block['props'], to: QuestionTypeName): Block['props'] {
  if (questionType(to).hasPictures !== true) return props;
  return { ...props, ...(image !== undefined && { image }), ...(alt !== undefined && { alt }) };
}

/**
 * What stands in the question as another type: its own choices where that has any, and its own rows, columns and parts
 * of the same names; otherwise those of a new one.
 */
function keptChildren(content: Content, id: string, to: QuestionTypeName, newId: NewId) {
  const { choices, parts, other } = questionType(to);
  const own = idsIn(content, id).flatMap((child) => {
    const block = blockOf(content, child);
    return block === undefined ? [] : [{ id: child, props: block.props }];
  });
  const ownChoices = own.filter(({ props }) => props.type === 'choice');
  const ownParts = own.filter(({ props }) => props.type === 'part');
  const open =
    parts?.isOpen === true ? ownParts.filter(({ props }) => props.name === parts.initial[0]?.name) : [];
  const initial = newChildren(to, newId).filter(({ props }) =>
    props.type === 'choice' ? ownChoices.length === 0 : open.length === 0,
  );
  return [
    ...(choices === undefined ? [] : ownChoices).map((each) => ({
      ...{ id: newId('opt'), from: each.id, props: keptChoice(each.props, to) },
    })),
    ...open.map((each) => ({ id: newId('fld'), from: each.id, props: each.props })),
    ...initial.map((each) => {
      const same = ownParts.find(({ props }) => props.name === each.props.name);
      return { id: each.id, from: same?.id ?? null, props: same === undefined ? each.props : same.props };
    }),
    ...ownParts
      .filter(({ props }) => other !== undefined && props.name === other.name)
      .map((each) => ({ id: newId('fld'), from: each.id, props: each.props })),
  ];
}

/**
 * Makes a question one of another type. A question never changes its type, for answers hold it: a new one takes the
 * old one's place with what fits it, and what asks about the old one then asks about the new one. Where the new type's
 * answers cannot be asked so, publishing says it.
 */
export function changeType(
  content: Content,
  id: string,
  next: string,
  to: QuestionTypeName,
  newId: NewId,
): readonly Edit[] {
  const block = blockOf(content, id);
  if (block === undefined) return [];
  const from = block.props.type;
  if (!isQuestionTypeName(from)) return [];
  const children = keptChildren(content, id, to, newId);
  const names = new Map([[id, next]]);
  for (const child of children) if (child.from !== null) names.set(child.from, child.id);
  const named = (props: Block['props']): Block['props'] =>
    Object.fromEntries(
      Object.entries(props).map(([key, value]) => [
        key,
        naming.includes(key) ? must(renamed(value, names)) : value,
      ]),
    );
  const gone = deleteBlock(content, id);
  const goneIds = new Set(gone.map((edit) => ('id' in edit ? edit.id : '')));
  const orders = ordersBetween(null, null, children.length);
  const asking = Object.entries(content.blocks).flatMap(([other, { props }]): readonly Edit[] => {
    if (goneIds.has(other)) return [];
    const after = named(props);
    return naming
      .filter((key) => !deepEqual(props[key] ?? null, after[key] ?? null))
      .map((key) => ({
        ...{ kind: 'prop', id: other, key },
        ...{ before: props[key] ?? null, after: after[key] ?? null },
      }));
  });
  return [
    // The place is free once the old one is gone.
    ...gone,
    {
      ...{ kind: 'block', id: next, before: null },
      after: { parent: block.parent, order: block.order, props: named(keptProps(block, from, to)) },
    },
    ...children.map(
      (child, place): Edit => ({
        ...{ kind: 'block', id: child.id, before: null },
        after: { parent: next, order: must(orders[place]), props: named(child.props) },
      }),
    ),
    ...asking,
  ];
}
