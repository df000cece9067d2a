import { type Block, blockOf, type Content, type Json } from './document.ts';
import type { Edit } from './edit.ts';

/** How a kind of document names its parts. */
export interface Names {
  /** A block as people call it: 'Email'. Null: it has no name of its own. */
  readonly block: (block: Block) => string | null;
  /** What kind of block it is: 'question'. */
  readonly sort: (block: Block) => string;
  /** A property: 'label'. Null: it is no business of people's. */
  readonly prop: (key: string, block: Block | null) => string | null;
  /** A value of a property, where its own text does not do. */
  readonly value?: (key: string, value: Json) => string | null;
}

const longestValue = 60;

function valueText(key: string, value: Json, names: Names): string | null {
  const named = names.value?.(key, value) ?? null;
  if (named !== null) return named;
  if (value === true) return 'on';
  if (value === null || value === false) return value === null ? null : 'off';
  if (typeof value === 'object') return null;
  const text = String(value);
  return text.length > longestValue ? `‘${[...text].slice(0, longestValue).join('')}…’` : `‘${text}’`;
}

/**
 * What a list of edits, made by `diff` from one state to another, comes to: one sentence for each that people care
 * about. What went in or out with a block around it is not told apart.
 */
export function inWords(
  before: Content,
  after: Content,
  edits: readonly Edit[],
  names: Names,
): readonly string[] {
  const called = (content: Content, id: string): string => {
    const block = blockOf(content, id);
    if (block === undefined) return 'a block';
    const name = names.block(block);
    return name === null ? `a ${names.sort(block)}` : `the ${names.sort(block)} ‘${name}’`;
  };
  const whole = new Set(edits.flatMap((edit) => (edit.kind === 'block' ? edit.id : [])));
  const moves = movesOf(edits, before, after);
  return edits.flatMap((edit): string[] => {
    if (edit.kind === 'block') {
      const { parent } = edit.after ?? (edit.before as Block);
      if (parent !== null && whole.has(parent)) return [];
      return [edit.after ? `Added ${called(after, edit.id)}` : `Deleted ${called(before, edit.id)}`];
    }
    if (edit.kind === 'move') {
      if (!moves.has(edit.id)) return [];
      const target = edit.after.parent;
      const into = target === edit.before.parent || target === null ? '' : ` into ${called(after, target)}`;
      return [`Moved ${called(after, edit.id)}${into}`];
    }
    const block = edit.id === null ? null : (blockOf(after, edit.id) ?? null);
    const prop = names.prop(edit.key, block);
    if (prop === null) return [];
    const of = edit.id === null ? '' : ` of ${called(before, edit.id)}`;
    const [was, is] = [edit.before, edit.after].map((value) => valueText(edit.key, value, names));
    if (edit.after === null) return [`Removed the ${prop}${of}`];
    if (was === null && is !== null) return [`Set the ${prop}${of} to ${is}`];
    return [`Changed the ${prop}${of}${was !== null && is !== null ? ` from ${was} to ${is}` : ''}`];
  });
}

/** What a sentence of `inWords` tells of: something new, something gone, or something that is there in another way. */
export const kindOfChange = (sentence: string): 'added' | 'deleted' | 'changed' =>
  sentence.startsWith('Added ') ? 'added' : sentence.startsWith('Deleted ') ? 'deleted' : 'changed';

/** Blocks that went into another, or past a sibling that stayed: a new order key alone is no move to people. */
function movesOf(edits: readonly Edit[], before: Content, after: Content): ReadonlySet<string> {
  const moved = edits.filter((edit) => edit.kind === 'move');
  const ids = new Set(moved.map(({ id }) => id));
  const passes = (id: string): boolean => {
    const [was, is] = [blockOf(before, id), blockOf(after, id)];
    if (was === undefined || is === undefined || was.parent !== is.parent) return true;
    return Object.entries(after.blocks).some(([other, sibling]) => {
      const then = blockOf(before, other);
      if (other === id || then === undefined) return false;
      if (sibling.parent !== is.parent || then.parent !== is.parent) return false;
      return then.order < was.order !== sibling.order < is.order;
    });
  };
  return new Set([...ids].filter(passes));
}
