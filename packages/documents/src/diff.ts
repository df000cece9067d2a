import { compareText, deepEqual } from '@weft/std';
import { type Block, blockOf, type Content, type Props } from './document.ts';
import { applyAll, type Edit } from './edit.ts';

/** A name that one of two has. */
const keysOf = (before: object, after: object): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted(compareText);

const propEdits = (id: string | null, before: Props, after: Props): readonly Edit[] =>
  keysOf(before, after).flatMap((key): Edit[] => {
    const [was, is] = [before, after].map((props) => (Object.hasOwn(props, key) ? props[key] : null) ?? null);
    return deepEqual(was, is) ? [] : [{ kind: 'prop', id, key, before: was ?? null, after: is ?? null }];
  });

const placeOf = ({ parent, order }: Block) => ({ parent, order });

function blockEdits(id: string, before: Block | null, after: Block | null): readonly Edit[] {
  if (before === null || after === null) return [{ kind: 'block', id, before, after }];
  const moved = before.parent !== after.parent || before.order !== after.order;
  return [
    ...(moved ? [{ kind: 'move', id, before: placeOf(before), after: placeOf(after) } as const] : []),
    ...propEdits(id, before.props, after.props),
  ];
}

/**
 * The edits that make one state of a document the other; none where nothing differs. Blocks come before others move, and
 * go after that: no block on the way stands in one that is not there.
 */
export function diff(before: Content, after: Content): readonly Edit[] {
  const ids = keysOf(before.blocks, after.blocks);
  const edits = ids.flatMap((id) => blockEdits(id, blockOf(before, id) ?? null, blockOf(after, id) ?? null));
  const comes = edits.filter((edit) => edit.kind === 'block' && edit.after !== null);
  const goes = edits.filter((edit) => edit.kind === 'block' && edit.after === null);
  const others = edits.filter((edit) => edit.kind !== 'block');
  return [
    ...comes.toSorted((a, b) => depth(after, a) - depth(after, b)),
    ...others,
    ...goes.toSorted((a, b) => depth(before, b) - depth(before, a)),
    ...propEdits(null, before.props, after.props),
  ];
}

/** How many blocks an edit's block stands in. */
function depth(content: Content, { id }: Edit): number {
  let count = 0;
  for (let at = id; at !== null; at = blockOf(content, at)?.parent ?? null) count++;
  return count;
}

/** The same edits in as few as they come to: what was typed letter by letter is one edit. */
export const composed = (content: Content, edits: readonly Edit[]): readonly Edit[] =>
  diff(content, applyAll(content, edits));
