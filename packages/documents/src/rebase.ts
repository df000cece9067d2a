import { compareText, deepEqual } from '@weft/std';
import { type Block, blockOf, type Content, idsIn, isInside, type Json, type Place } from './document.ts';
import { applyEdit, type BlockEdit, type Edit, type MoveEdit, type PropEdit } from './edit.ts';
import { mergeText } from './merge-text.ts';
import { orderBetween } from './order-key.ts';

/** Where two people changed the same thing: what the edit wanted, and what became of it. */
export interface Clash {
  readonly edit: Edit;
  readonly reason:
    | 'overwrites' // Somebody gave this another value since, which the edit replaces.
    | 'changed' // Somebody changed this since, and that stays.
    | 'deleted' // What the edit is of is not there any more.
    | 'brought-back' // Somebody deleted what the edit is of, and it is there again.
    | 'not-empty' // Something stands in what was to be deleted.
    | 'cycle' // The block would stand in itself.
    | 'exists'; // Another block has this id.
}

export interface RebaseRules {
  /**
   * What is done where somebody changed the same thing since: an edit of now is made nevertheless (the last one counts),
   * a step back or forward is not, for it would take away what somebody else did.
   */
  readonly wins: 'edit' | 'others';
  /** The block that was deleted under this id since the edits were made; an edit of it brings it back. */
  readonly deleted: (id: string) => Block | undefined;
  /** Whether a property is prose, in which two people can write at once. */
  readonly isText: (key: string) => boolean;
}

export interface Rebased {
  /** The edits as they are made on this state: applied one after the other they say exactly what changes. */
  readonly edits: readonly Edit[];
  readonly content: Content;
  readonly clashes: readonly Clash[];
}

/** The deleted blocks of a list of edits, by id, each as it was last. */
export function deletedIn(edits: readonly Edit[]): RebaseRules['deleted'] {
  const blocks = new Map<string, Block>();
  for (const edit of edits)
    if (edit.kind === 'block' && edit.before !== null) blocks.set(edit.id, edit.before);
  return (id) => blocks.get(id);
}

/** Edits that were made on an earlier state of a document, as they are made on this one. */
export function rebase(content: Content, edits: readonly Edit[], rules: RebaseRules): Rebased {
  const rebasing = new Rebasing(content, rules);
  for (const edit of edits) rebasing.take(edit);
  rebasing.tidy();
  return rebasing.result;
}

/** Why an edit was left out; null where it was made, or there was nothing to do. */
type Left = Clash['reason'] | null;

/** Whether an edit is a reason to keep its block: another place among its siblings is none. */
const isWork = (edit: Edit): boolean =>
  edit.kind === 'prop' || (edit.kind === 'move' && edit.before.parent !== edit.after.parent);

class Rebasing {
  readonly #rules: RebaseRules;
  readonly #edits: Edit[] = [];
  readonly #clashes: Clash[] = [];
  /** Brought back for what stands in them alone, those outside before those inside. */
  readonly #around = new Set<string>();
  #content: Content;

  constructor(content: Content, rules: RebaseRules) {
    this.#content = content;
    this.#rules = rules;
  }

  get result(): Rebased {
    return { edits: this.#edits, content: this.#content, clashes: this.#clashes };
  }

  take(edit: Edit): void {
    if (edit.id !== null && isWork(edit)) this.#around.delete(edit.id);
    const clash = this.#try(edit);
    if (clash !== null) this.#clash(edit, clash);
  }

  /** Deletes again what was brought back for blocks that have moved on. */
  tidy(): void {
    for (const id of [...this.#around].toReversed()) {
      const before = blockOf(this.#content, id);
      if (before !== undefined && idsIn(this.#content, id).length === 0)
        this.#make({ kind: 'block', id, before, after: null });
    }
  }

  /** Makes the edit, or answers why it is left out. */
  #try(edit: Edit): Left {
    if (edit.kind === 'prop') return this.#set(edit);
    if (edit.kind === 'move') return this.#move(edit);
    if (edit.after !== null) return this.#add(edit, edit.after);
    return edit.before === null ? null : this.#delete(edit, edit.before);
  }

  #make(edit: Edit): null {
    this.#content = applyEdit(this.#content, edit);
    this.#edits.push(edit);
    return null;
  }

  #clash(edit: Edit, reason: Clash['reason']): void {
    this.#clashes.push({ edit, reason });
  }

  #set(edit: PropEdit): Left {
    const block = edit.id === null ? this.#content : this.#present(edit, edit.id);
    if (block === undefined) return 'deleted';
    const now: Json = (Object.hasOwn(block.props, edit.key) ? block.props[edit.key] : null) ?? null;
    if (deepEqual(now, edit.after)) return null;
    if (deepEqual(now, edit.before)) return this.#make(edit);
    const merged = this.#mergedText(edit, now);
    if (merged !== null) return this.#make({ ...edit, before: now, after: merged });
    if (this.#rules.wins === 'others') return 'changed';
    this.#clash(edit, 'overwrites');
    return this.#make({ ...edit, before: now });
  }

  #mergedText({ key, before, after }: PropEdit, now: Json): string | null {
    if (typeof before !== 'string' || typeof after !== 'string' || typeof now !== 'string') return null;
    return this.#rules.isText(key) ? mergeText(before, after, now) : null;
  }

  #move(edit: MoveEdit): Left {
    const target = edit.after.parent;
    const block = blockOf(this.#content, edit.id);
    if (block === undefined) return this.#bringBackAt(edit);
    if (!this.#hasParent(edit, target)) return 'deleted';
    const { parent, order } = block;
    if (parent === target && order === edit.after.order) return null;
    // Another place among its siblings says nothing of where somebody has put it since.
    if (target === edit.before.parent && parent !== target) return 'changed';
    const isMine = parent === edit.before.parent && order === edit.before.order;
    if (!isMine && this.#rules.wins === 'others') return 'changed';
    if (target !== null && (target === edit.id || isInside(this.#content, target, edit.id))) return 'cycle';
    if (!isMine) this.#clash(edit, 'overwrites');
    const after = this.#freePlace(edit.id, edit.after);
    const stays = after.parent === parent && after.order === order;
    return stays ? null : this.#make({ ...edit, before: { parent, order }, after });
  }

  /** A deleted block comes back where it was moved to. */
  #bringBackAt(edit: MoveEdit): Left {
    const { id, after } = edit;
    const block = this.#rules.wins === 'edit' ? this.#rules.deleted(id) : undefined;
    if (block === undefined || !isWork(edit) || after.parent === id) return 'deleted';
    if (!this.#hasParent(edit, after.parent)) return 'deleted';
    this.#clash(edit, 'brought-back');
    // What it was to stand in may have brought it back, as what that stood in.
    if (blockOf(this.#content, id) !== undefined) return 'cycle';
    const place = this.#freePlace(id, after);
    return this.#make({ kind: 'block', id, before: null, after: { ...block, ...place } });
  }

  #add(edit: BlockEdit, block: Block): Left {
    const present = blockOf(this.#content, edit.id);
    // Sent twice, it is added once.
    if (present !== undefined) return deepEqual(present, block) ? null : 'exists';
    if (!this.#hasParent(edit, block.parent)) return 'deleted';
    return this.#make({ ...edit, after: { ...block, ...this.#freePlace(edit.id, block) } });
  }

  #delete(edit: BlockEdit, before: Block): Left {
    const block = blockOf(this.#content, edit.id);
    if (block === undefined) return null;
    if (block.parent !== before.parent || !deepEqual(block.props, before.props)) return 'changed';
    if (idsIn(this.#content, edit.id).length > 0) return 'not-empty';
    return this.#make({ ...edit, before: block });
  }

  /** The block of an edit; one that was deleted since is brought back for it. */
  #present(edit: Edit, id: string): Block | undefined {
    const block = blockOf(this.#content, id);
    if (block !== undefined) return block;
    return this.#bringBack(edit, id) ? blockOf(this.#content, id) : undefined;
  }

  #hasParent(edit: Edit, parent: string | null): boolean {
    return parent === null || this.#present(edit, parent) !== undefined;
  }

  /** False: nobody knows it, or it is a step, which brings nothing back that somebody deleted. */
  #bringBack(edit: Edit, id: string): boolean {
    const outer: { readonly id: string; readonly block: Block }[] = [];
    const seen = new Set<string>();
    let at: string | null = id;
    while (at !== null && blockOf(this.#content, at) === undefined) {
      const block: Block | undefined = this.#rules.wins === 'edit' ? this.#rules.deleted(at) : undefined;
      if (block === undefined || seen.has(at)) return false;
      seen.add(at);
      outer.unshift({ id: at, block });
      at = block.parent;
    }
    this.#clash(edit, 'brought-back');
    for (const one of outer) {
      const after = { ...one.block, ...this.#freePlace(one.id, one.block) };
      this.#make({ kind: 'block', id: one.id, before: null, after });
      if (one.id !== edit.id) this.#around.add(one.id);
    }
    return true;
  }

  /** The place, or the one right behind the sibling that has it already: two people add at one place at once. */
  #freePlace(id: string, { parent, order }: Place): Place {
    const others = idsIn(this.#content, parent)
      .filter((each) => each !== id)
      .flatMap((each) => blockOf(this.#content, each)?.order ?? []);
    if (!others.includes(order)) return { parent, order };
    const next = others.filter((each) => compareText(each, order) > 0)[0] ?? null;
    return { parent, order: orderBetween(order, next) };
  }
}
