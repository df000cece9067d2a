import { compareText } from '@weft/std';

/** What can be stored as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What is set on a block or on the document itself, by name; `null` is the same as not being there. */
export type Props = { readonly [key: string]: NonNullable<Json> };

/** Where a block stands: in another block or (null) in the document itself, among its siblings by `order`. */
export interface Place {
  readonly parent: string | null;
  /** An order key; no two siblings have the same. */
  readonly order: string;
}

/** The smallest thing that is added, moved and deleted: a page, a question, a choice of it. Its id is for good. */
export interface Block extends Place {
  readonly props: Props;
}

/** A document: a flat map of blocks, each of which says where it stands. Plain JSON. */
export interface Content {
  /** What kind of document this is: 'form'. */
  readonly kind: string;
  /** The version of the kind's props, raised by its migrations. */
  readonly schema: number;
  readonly props: Props;
  readonly blocks: { readonly [id: string]: Block };
}

export const emptyContent = (kind: string, schema: number): Content => ({
  kind,
  schema,
  props: {},
  blocks: {},
});

export const blockOf = ({ blocks }: Content, id: string): Block | undefined =>
  Object.hasOwn(blocks, id) ? blocks[id] : undefined;

const byPlace = ([a, one]: readonly [string, Block], [b, two]: readonly [string, Block]): number =>
  compareText(one.order, two.order) || compareText(a, b);

/** The ids of the blocks that stand in another, or in the document itself, in order. */
export const idsIn = ({ blocks }: Content, parent: string | null): readonly string[] =>
  Object.entries(blocks)
    .filter(([, block]) => block.parent === parent)
    .toSorted(byPlace)
    .map(([id]) => id);

/** `idsIn` for whoever walks the whole document: asked of every block it would look at all of them each time. */
export function idsByParent({ blocks }: Content): (parent: string | null) => readonly string[] {
  const children = Map.groupBy(Object.entries(blocks), ([, block]) => block.parent);
  return (parent) => (children.get(parent) ?? []).toSorted(byPlace).map(([id]) => id);
}

/** A block and all that stand in it, at any depth, those outside before those inside. */
export function withInner(content: Content, id: string): readonly string[] {
  const idsInside = idsByParent(content);
  const found = [id];
  // Grows while it is walked.
  for (const outer of found) for (const inner of idsInside(outer)) found.push(inner);
  return found;
}

/** Whether one block stands in another, at any depth. */
export function isInside(content: Content, id: string, outer: string): boolean {
  let at = blockOf(content, id)?.parent ?? null;
  while (at !== null && at !== outer) at = blockOf(content, at)?.parent ?? null;
  return at === outer;
}
