import { type Block, blockOf, type Content, type Props } from '@weft/documents';
import { compareText } from '@weft/std';

/** The document that a workshop works on: its blocks change in place, and those of each parent are at hand. */
export class WorkshopBlocks {
  readonly #blocks: { [id: string]: Block };
  readonly #inside = new Map<string | null, Set<string>>();
  #content: Content;

  constructor(content: Content) {
    this.#blocks = { ...content.blocks };
    this.#content = { ...content, blocks: this.#blocks };
    for (const [id, { parent }] of Object.entries(this.#blocks)) this.#siblings(parent).add(id);
  }

  /** As it is by now; it is whoever calls who changes it on, so it is kept once nothing more is changed. */
  get content(): Content {
    return this.#content;
  }

  #siblings(parent: string | null): Set<string> {
    const known = this.#inside.get(parent);
    if (known !== undefined) return known;
    const made = new Set<string>();
    this.#inside.set(parent, made);
    return made;
  }

  /** The ids of the blocks that stand in another, or in the document itself, in order. */
  idsIn(parent: string | null): readonly string[] {
    const order = (id: string): string => this.#blocks[id]?.order ?? '';
    return [...(this.#inside.get(parent) ?? [])].toSorted(
      (a, b) => compareText(order(a), order(b)) || compareText(a, b),
    );
  }

  /** A block and all that stand in it, at any depth. */
  withInner(id: string): readonly string[] {
    const found = [id];
    // Grows while it is walked.
    for (const outer of found) found.push(...(this.#inside.get(outer) ?? []));
    return found;
  }

  put(id: string, block: Block): void {
    const before = blockOf(this.#content, id);
    if (before !== undefined) this.#siblings(before.parent).delete(id);
    this.#siblings(block.parent).add(id);
    this.#blocks[id] = block;
  }

  /** Takes a block away, with all that stand in it. */
  remove(id: string): void {
    const gone = this.withInner(id);
    const outer = blockOf(this.#content, id)?.parent ?? null;
    this.#siblings(outer).delete(id);
    for (const one of gone) {
      this.#inside.delete(one);
      delete this.#blocks[one];
    }
  }

  /** Sets what the document itself holds. */
  setProps(props: Props): void {
    this.#content = { ...this.#content, props };
  }
}
