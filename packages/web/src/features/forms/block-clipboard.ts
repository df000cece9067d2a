import {
  applyAll,
  type Block,
  blockOf,
  type Content,
  type Edit,
  idsIn,
  type Json,
  ordersBetween,
  withInner,
} from '@weft/documents';
import { formFaults, imageOf, peerSort } from '@weft/forms';
import { type IdKind, isId, must } from '@weft/std';
import { placeBlocks, type Target } from './block-rows.ts';

/** Under this type blocks stand in the clipboard, beside their labels as plain text. */
export const blocksMime = 'application/x-weft-form-blocks+json';

/** Blocks of one paste: they travel to the server in one batch. */
const maxCopied = 500;

/** Blocks as the clipboard holds them: those on the page first, each with what stands in it behind it. */
export interface CopiedBlocks {
  readonly version: 1;
  /** The form they were copied from: pictures are files of that form. */
  readonly flowId?: string | undefined;
  readonly blocks: readonly { readonly id: string; readonly block: Block }[];
}

export interface Pasted {
  readonly edits: readonly Edit[];
  /** The new questions. */
  readonly ids: readonly string[];
  /** Labels of those whose conditions ask about what is not in this form: these conditions are left out. */
  readonly withoutConditions: readonly string[];
  /** Labels of those with pictures of another form, which are left out. */
  readonly withoutPictures: readonly string[];
}

type NewId = (kind: IdKind) => string;

export const copyBlocks = (content: Content, ids: readonly string[], flowId: string): CopiedBlocks => ({
  version: 1,
  flowId,
  blocks: ids
    .flatMap((id) => (blockOf(content, id) === undefined ? [] : withInner(content, id)))
    .map((id) => ({ id, block: blockOf(content, id) as Block })),
});

/** The labels of copied questions, a line each: for programs that know no blocks. */
export const textOfCopied = ({ blocks }: CopiedBlocks): string =>
  blocks
    .filter(({ block }) => peerSort(block) === 'question')
    .map(({ block }) => String(block.props.label ?? ''))
    .filter((label) => label !== '')
    .join('\n');

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the clipboard holds, where it is of the right shape; its props are checked by `formFaults` once it is pasted. */
export function readCopied(text: string): CopiedBlocks | null {
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
    typeof each.block.parent === 'string' &&
    typeof each.block.order === 'string';
  return read.blocks.every(isCopied) ? (read as unknown as CopiedBlocks) : null;
}

const idKindOf = (id: string): IdKind => (isId('opt', id) ? 'opt' : 'fld');

/** A value in which ids are others. */
export function renamed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string')
    return value
      .split(' ')
      .map((word) => names.get(word) ?? word)
      .join(' ');
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, names)]));
}

/** Whether all questions, parts and choices that conditions name are in the form. */
function isWhole(value: Json, known: (id: string) => boolean): boolean {
  if (typeof value === 'string')
    return value.split(' ').every((word) => !(isId('fld', word) || isId('opt', word)) || known(word));
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((each) => isWhole(each, known));
}

/** Whether a value names an uploaded picture. */
const isPicture = (value: Json): boolean => imageOf(value) !== null;

/** Settings that name questions and choices by their ids. */
const conditions = ['shownWhen', 'requiredWhen', 'usualWhen', 'usual'];

/**
 * Puts copied blocks into a form under new ids; what asks about a block that was copied along asks about its copy.
 * Null: this form cannot take them.
 */
export function pasteBlocks(
  content: Content,
  { blocks, flowId: from }: CopiedBlocks,
  target: Target,
  newId: NewId,
  flowId: string,
): Pasted | null {
  const names = new Map(blocks.map(({ id }) => [id, newId(idKindOf(id))]));
  const known = (id: string) => blockOf(content, id) !== undefined || [...names.values()].includes(id);
  const lost: string[] = [];
  const pictured: string[] = [];
  const labelOf = ({ props, parent }: Block): string =>
    String(props.label || blocks.find(({ id }) => id === parent)?.block.props.label || 'Picture');
  const ids: string[] = [];
  const page = target.kind === 'last' ? target.pageId : (blockOf(content, target.id)?.parent ?? null);
  // First behind everything, in their order; then where they belong, as if they had been moved there.
  const last = idsIn(content, page).at(-1);
  const orders = ordersBetween(
    last === undefined ? null : (blockOf(content, last)?.order ?? null),
    null,
    blocks.length,
  );
  const added = blocks.map(({ id, block }, place): Edit => {
    const isInner = names.has(block.parent ?? '');
    const name = names.get(id) as string;
    if (!isInner) ids.push(name);
    const props: [string, NonNullable<Json>][] = [];
    for (const [key, value] of Object.entries(block.props)) {
      const own = conditions.includes(key) ? renamed(value, names) : value;
      if (conditions.includes(key) && !isWhole(own, known)) lost.push(String(block.props.label ?? ''));
      else if (from !== flowId && isPicture(own)) pictured.push(labelOf(block));
      else if (own !== null) props.push([key, own]);
    }
    return {
      ...{ kind: 'block', id: name, before: null },
      after: {
        parent: isInner ? (names.get(block.parent ?? '') as string) : page,
        order: isInner ? block.order : must(orders[place]),
        props: Object.fromEntries(props),
      },
    };
  });
  const laid = applyAll(content, added);
  const edits = [...added, ...placeBlocks(laid, ids, target)];
  if (edits.length > maxCopied * 2 || formFaults(applyAll(content, edits)).length > 0) return null;
  return {
    ...{ edits, ids, withoutConditions: [...new Set(lost)] },
    withoutPictures: [...new Set(pictured)],
  };
}
