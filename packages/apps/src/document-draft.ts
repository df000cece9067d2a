import { type Block, type Content, ordersBetween, type Props } from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import { newApp, pageProps } from './app-document.ts';
import type { RuleAction, RuleRows } from './app-rule.ts';
import type { Audience } from './app-user.ts';
import { type BlockName, blockType } from './blocks/block-types.ts';
import { freeSlug } from './free-slug.ts';

/** An app being put together: blocks stand in the order in which they were added. */
export class DocumentDraft {
  readonly #newId: (kind: IdKind) => string;
  readonly #title: string;
  readonly #blocks: { readonly id: string; readonly parent: string | null; readonly props: Props }[] = [];
  readonly #slugs = new Set<string>();

  constructor(title: string, newId: (kind: IdKind) => string) {
    this.#title = title;
    this.#newId = newId;
  }

  #add(kind: IdKind, parent: string | null, props: Props): string {
    const id = this.#newId(kind);
    this.#blocks.push({ id, parent, props });
    return id;
  }

  /** An address for a page of this name that no other has. */
  #slug(label: string): string {
    const slug = freeSlug(label, this.#slugs);
    this.#slugs.add(slug);
    return slug;
  }

  page(label: string, props: Props = {}): string {
    return this.#add('pag', null, { ...pageProps(label, this.#slug(label)), ...props });
  }

  block(parent: string, name: BlockName, props: Props = {}): string {
    return this.#add('blk', parent, { type: name, ...blockType(name).initial, ...props });
  }

  rule(table: string, who: Audience, can: readonly RuleAction[], rows: RuleRows, props: Props = {}): string {
    const parts = { who, can, rows } as unknown as Props;
    return this.#add('rul', null, { type: 'rule', table, ...parts, ...props });
  }

  /** Sets a property of a block that was added. */
  set(id: string, key: string, value: Props[string]): void {
    const at = this.#blocks.findIndex((block) => block.id === id);
    const block = must(this.#blocks[at]);
    this.#blocks[at] = { ...block, props: { ...block.props, [key]: value } };
  }

  content(props: Props): Content {
    const empty = newApp(this.#title);
    const parents = Map.groupBy(this.#blocks, ({ parent }) => parent);
    const blocks: { [id: string]: Block } = {};
    for (const [parent, children] of parents) {
      const orders = ordersBetween(null, null, children.length);
      for (const [place, { id, props: own }] of children.entries())
        blocks[id] = { parent, order: must(orders[place]), props: own };
    }
    return { ...empty, props: { ...empty.props, ...props }, blocks };
  }
}
