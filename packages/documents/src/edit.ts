import { type Block, blockOf, type Content, type Json, type Place, type Props } from './document.ts';

/** A block comes or goes whole: exactly one side is null. */
export interface BlockEdit {
  readonly kind: 'block';
  readonly id: string;
  readonly before: Block | null;
  readonly after: Block | null;
}

/** A block stands elsewhere. */
export interface MoveEdit {
  readonly kind: 'move';
  readonly id: string;
  readonly before: Place;
  readonly after: Place;
}

/** One property of a block, or (id null) of the document itself, has another value; null is none. */
export interface PropEdit {
  readonly kind: 'prop';
  readonly id: string | null;
  readonly key: string;
  readonly before: Json;
  readonly after: Json;
}

/** One difference between two states of a document. The inverse is a swap. */
export type Edit = BlockEdit | MoveEdit | PropEdit;

/** The edits that take a list of them back, last first. */
export const invertAll = (edits: readonly Edit[]): readonly Edit[] =>
  edits.toReversed().map((edit) => ({ ...edit, before: edit.after, after: edit.before }) as Edit);

function withProp(props: Props, key: string, value: Json): Props {
  if (value !== null) return { ...props, [key]: value };
  const { [key]: _, ...rest } = props;
  return rest;
}

function withBlock(content: Content, id: string, block: Block | null): Content {
  if (block !== null) return { ...content, blocks: { ...content.blocks, [id]: block } };
  const { [id]: _, ...blocks } = content.blocks;
  return { ...content, blocks };
}

/** The document after one edit that was made on it, or that `rebase` has fitted to it. */
export function applyEdit(content: Content, edit: Edit): Content {
  if (edit.kind === 'block') return withBlock(content, edit.id, edit.after);
  if (edit.kind === 'prop' && edit.id === null)
    return { ...content, props: withProp(content.props, edit.key, edit.after) };
  const id = edit.id as string;
  const block = blockOf(content, id);
  if (block === undefined) throw new Error(`An edit is of the block ${id}, which is not there`);
  const { parent, order } = edit.kind === 'move' ? edit.after : block;
  const props = edit.kind === 'prop' ? withProp(block.props, edit.key, edit.after) : block.props;
  return withBlock(content, id, { parent, order, props });
}

export const applyAll = (content: Content, edits: readonly Edit[]): Content =>
  edits.reduce(applyEdit, content);
