import {
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  isInside,
  orderBetween,
  ordersBetween,
  type Props,
  withInner,
} from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import type { TreePlace, TreeStep } from '../../editor/TreeList.tsx';

type NewId = (kind: IdKind) => string;

/** Rules stand beside pages in the document, and never among them. */
const isRule = (content: Content, id: string): boolean => blockOf(content, id)?.props.type === 'rule';

/** The pages, or what stands in a block, in order. */
export const shownIn = (content: Content, parent: string | null): readonly string[] =>
  idsIn(content, parent).filter((id) => !isRule(content, id));

/** The order key right behind a sibling, or (null) before all; no sibling of another sort has it. */
function orderBehind(content: Content, parent: string | null, behind: string | null, moved?: string): string {
  const siblings = idsIn(content, parent).filter((id) => id !== moved);
  const at = behind === null ? 0 : siblings.indexOf(behind) + 1;
  const orderOf = (id: string | undefined) =>
    id === undefined ? null : (blockOf(content, id)?.order ?? null);
  return orderBetween(orderOf(siblings[at - 1]), orderOf(siblings[at]));
}

/** A block with the blocks in it, before it stands anywhere. */
export interface NewBlock {
  readonly props: Props;
  readonly inner?: readonly NewBlock[];
}

function added(
  parent: string | null,
  order: string,
  id: string,
  { props, inner = [] }: NewBlock,
  newId: NewId,
): readonly Edit[] {
  const orders = ordersBetween(null, null, inner.length);
  return [
    { kind: 'block', id, before: null, after: { parent, order, props } },
    ...inner.flatMap((block, at) => added(id, must(orders[at]), newId('blk'), block, newId)),
  ];
}

/** Puts a new block right behind a sibling; `behind` null: before all; undefined: behind all. */
export function addBlock(
  content: Content,
  parent: string | null,
  id: string,
  block: NewBlock,
  newId: NewId,
  behind: string | null | undefined = idsIn(content, parent).at(-1) ?? null,
): readonly Edit[] {
  return added(parent, orderBehind(content, parent, behind), id, block, newId);
}

/** Deletes a block with all that stands in it. */
export const removeBlock = (content: Content, id: string): readonly Edit[] =>
  withInner(content, id)
    .toReversed()
    .flatMap((inner): Edit[] => {
      const before = blockOf(content, inner);
      return before === undefined ? [] : [{ kind: 'block', id: inner, before, after: null }];
    });

/** Puts a block elsewhere; none where it would stand in itself, or stays where it is. */
export function moveBlock(content: Content, id: string, place: TreePlace, of: string): readonly Edit[] {
  const [block, target] = [blockOf(content, id), blockOf(content, of)];
  if (block === undefined || target === undefined || id === of || isInside(content, of, id)) return [];
  const parent = place === 'inside' ? of : target.parent;
  const siblings = shownIn(content, parent).filter((each) => each !== id);
  const at = place === 'inside' ? siblings.length : siblings.indexOf(of) + (place === 'after' ? 1 : 0);
  const stays = parent === block.parent && shownIn(content, parent).indexOf(id) === at;
  if (stays) return [];
  const order = orderBehind(content, parent, siblings[at - 1] ?? null, id);
  const { parent: from, order: was } = block;
  return [{ kind: 'move', id, before: { parent: from, order: was }, after: { parent, order } }];
}

/** Moves a block by one step; `holds` tells which blocks take others. */
export function stepBlock(
  content: Content,
  id: string,
  step: TreeStep,
  holds: (id: string) => boolean,
): readonly Edit[] {
  const parent = blockOf(content, id)?.parent ?? null;
  const siblings = shownIn(content, parent);
  const at = siblings.indexOf(id);
  const [above, below] = [siblings[at - 1], siblings[at + 1]];
  if (step === 'up') return above === undefined ? [] : moveBlock(content, id, 'before', above);
  if (step === 'down') return below === undefined ? [] : moveBlock(content, id, 'after', below);
  if (step === 'in')
    return above === undefined || !holds(above) ? [] : moveBlock(content, id, 'inside', above);
  // What holds it must be a block: out of a page is nowhere.
  return parent === null || (blockOf(content, parent)?.parent ?? null) === null
    ? []
    : moveBlock(content, id, 'after', parent);
}

/** Under this type blocks stand in the clipboard, beside their names as plain text. */
export const appBlocksMime = 'application/x-weft-app-blocks+json';

/** Blocks of one paste: they travel to the server in one batch. */
const maxCopied = 500;

/** A block with all that stands in it, those outside before those inside. */
export interface CopiedBlock {
  readonly version: 1;
  readonly blocks: readonly { readonly id: string; readonly block: Block }[];
}

export const copyBlock = (content: Content, id: string): CopiedBlock => ({
  version: 1,
  blocks: withInner(content, id).flatMap((each) => {
    const block = blockOf(content, each);
    return block === undefined ? [] : [{ id: each, block }];
  }),
});

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the clipboard holds, where it is of the right shape; what its props may be is checked once it is pasted. */
export function readCopied(text: string): CopiedBlock | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(read) || read.version !== 1 || !Array.isArray(read.blocks)) return null;
  if (read.blocks.length === 0 || read.blocks.length > maxCopied) return null;
  const isCopied = (each: unknown): boolean =>
    isObject(each) &&
    typeof each.id === 'string' &&
    isObject(each.block) &&
    isObject(each.block.props) &&
    typeof each.block.order === 'string';
  return read.blocks.every(isCopied) ? (read as unknown as CopiedBlock) : null;
}

/** A copied block under new ids, right behind a sibling of it or (undefined) behind all. */
export function pasteBlock(
  content: Content,
  { blocks: [first, ...inner] }: CopiedBlock,
  parent: string | null,
  behind: string | undefined,
  newId: NewId,
): { readonly id: string; readonly edits: readonly Edit[] } | null {
  if (first === undefined) return null;
  const names = new Map([first, ...inner].map(({ id }) => [id, newId('blk')]));
  const id = must(names.get(first.id));
  const edits = addBlock(content, parent, id, { props: first.block.props }, newId, behind);
  const known = inner.filter(({ block }) => names.has(block.parent ?? ''));
  const rest = known.map(
    ({ id: was, block }): Edit => ({
      ...{ kind: 'block', id: must(names.get(was)), before: null },
      after: { parent: must(names.get(block.parent ?? '')), order: block.order, props: block.props },
    }),
  );
  return { id, edits: [...edits, ...rest] };
}
