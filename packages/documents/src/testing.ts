import fc from 'fast-check';
import {
  applyAll,
  blockOf,
  type Content,
  diff,
  type Edit,
  emptyContent,
  idsIn,
  isInside,
  orderBetween,
  withInner,
} from './index.ts';

/** What a person does next; what it comes to depends on the document it meets. */
export interface Choice {
  readonly what: number;
  readonly which: number;
  readonly where: number;
  readonly text: number;
}

export const choices = (most: number) =>
  fc.array(fc.record({ what: fc.nat(9), which: fc.nat(50), where: fc.nat(50), text: fc.nat(20) }), {
    maxLength: most,
    size: 'max',
  });

const keys = ['label', 'help', 'required', 'kind'];

/** The edits of one choice; `id` is fresh. */
function editsOf(content: Content, { what, which, where, text }: Choice, id: string): readonly Edit[] {
  const ids = Object.keys(content.blocks).toSorted();
  const chosen = ids[which % Math.max(1, ids.length)];
  const parents = [null, ...ids];
  const target = parents[where % parents.length] ?? null;
  const place = (moved: string | null, parent: string | null) => {
    const orders = idsIn(content, parent)
      .filter((each) => each !== moved)
      .map((each) => blockOf(content, each)?.order ?? '');
    const at = which % (orders.length + 1);
    return { parent, order: orderBetween(orders[at - 1] ?? null, orders[at] ?? null) };
  };
  const key = keys[where % keys.length] ?? 'label';
  const value = text % 5 === 0 ? null : text % 4 === 0 ? text : `word${text} and word${which % 3}`;
  if (what < 3 || chosen === undefined)
    return [
      {
        kind: 'block',
        id,
        before: null,
        after: { ...place(null, target), props: { label: `Block ${text}` } },
      },
    ];
  const block = content.blocks[chosen];
  if (block === undefined) return [];
  const { parent, order } = block;
  if (what === 3)
    return withInner(content, chosen)
      .toReversed()
      .map((inner) => ({ kind: 'block', id: inner, before: blockOf(content, inner) ?? null, after: null }));
  if (what < 6) {
    const into =
      target === chosen || (target !== null && isInside(content, target, chosen)) ? parent : target;
    return [{ kind: 'move', id: chosen, before: { parent, order }, after: place(chosen, into) }];
  }
  const of = what === 9 ? null : chosen;
  const props = of === null ? content.props : block.props;
  return [{ kind: 'prop', id: of, key, before: props[key] ?? null, after: value }];
}

/** A person's choices, one after the other, as the edits they are; `who` makes the ids. */
export function play(
  content: Content,
  sequence: readonly Choice[],
  who: string,
): readonly (readonly Edit[])[] {
  let now = content;
  return sequence.map((choice, turn) => {
    const edits = editsOf(now, choice, `${who}${turn}`);
    now = applyAll(now, edits);
    return edits;
  });
}

/** A document that somebody has worked on. */
export const documents = choices(25).map((sequence) => {
  const empty = emptyContent('form', 0);
  return applyAll(empty, play(empty, sequence, 'base').flat());
});

/** What one person changes in a document. */
export const changed = (content: Content, sequence: readonly Choice[], who: string): readonly Edit[] =>
  diff(content, applyAll(content, play(content, sequence, who).flat()));
