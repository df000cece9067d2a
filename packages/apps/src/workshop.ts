import type { Table } from '@weft/core';
import { type Block, blockOf, type Content, type Json, orderBetween, type Props } from '@weft/documents';
import { err, type IdKind, must, ok, type Result } from '@weft/std';
import { type PlacedPage, pageProps, pagesIn, usersIn } from './app-document.ts';
import { blockNames, blockType, isBlockName } from './blocks/block-types.ts';
import { freeSlug } from './free-slug.ts';
import { ruleNamed } from './named-rules.ts';
import { fieldNamed, type NamedScope, settingsNamed, tableNamed } from './named-settings.ts';
import { fieldOf, type SchemaAddition, tableOf } from './schema-additions.ts';
import { WorkshopBlocks } from './workshop-blocks.ts';

export type Given = { readonly [key: string]: Json };
export type Done = Result<null>;
const done: Done = ok(null);

export const isObject = (value: Json | undefined): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const shown = (value: Json | undefined): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 80);

/** Settings of the app that a proposal may change. */
const appSettings = [
  'title',
  'navigation',
  'access',
  'signUp',
  'theme',
  'accentColor',
  'canvasColor',
  'textColor',
  'radius',
  'font',
  'seoTitle',
  'seoDescription',
];

/** An app that operations are carried out on: each method is one, and says why it cannot be. */
export class Workshop {
  tables: readonly Table[];
  readonly #blocks: WorkshopBlocks;
  #touched: readonly string[] = [];
  readonly additions: SchemaAddition[] = [];
  readonly #refs = new Map<string, string>();
  readonly #newId: (kind: IdKind) => string;

  constructor(content: Content, tables: readonly Table[], newId: (kind: IdKind) => string) {
    this.#blocks = new WorkshopBlocks(content);
    this.tables = tables;
    this.#newId = newId;
  }

  get content(): Content {
    return this.#blocks.content;
  }

  /** The blocks that were put somewhere, or changed, since this was asked before. */
  touched(): readonly string[] {
    const touched = this.#touched;
    this.#touched = [];
    return touched;
  }

  #put(id: string, block: Block): void {
    this.#blocks.put(id, block);
    this.#touched = [...this.#touched, id];
  }

  #pages(): readonly PlacedPage[] {
    return pagesIn(this.content, this.#blocks.idsIn(null));
  }

  #add(
    kind: IdKind,
    parent: string | null,
    props: Props,
    before: string | null,
    ref: Json | undefined,
  ): void {
    const id = this.#newId(kind);
    this.#put(id, { parent, order: this.#order(parent, before, null), props });
    if (typeof ref === 'string') this.#refs.set(ref, id);
  }

  /** An order key in front of a sibling, or behind all. */
  #order(parent: string | null, before: string | null, moved: string | null): string {
    const siblings = this.#blocks.idsIn(parent).filter((id) => id !== moved);
    const at = before === null ? siblings.length : siblings.indexOf(before);
    const key = (id: string | undefined) => (id === undefined ? null : must(blockOf(this.content, id)).order);
    return orderBetween(key(siblings[at - 1]), key(siblings[at]));
  }

  #block(wanted: Json | undefined): Result<string> {
    const id = typeof wanted === 'string' ? (this.#refs.get(wanted) ?? wanted) : '';
    return blockOf(this.content, id) ? ok(id) : err(`There is no block ‘${shown(wanted)}’`);
  }

  #page(wanted: Json | undefined): Result<string> {
    const name = typeof wanted === 'string' ? wanted : '';
    const id = this.#refs.get(name) ?? name;
    const pages = this.#pages();
    const page =
      pages.find((one) => one.id === id) ??
      pages.find(
        ({ label, slug }) => slug === name || label.trim().toLowerCase() === name.trim().toLowerCase(),
      );
    return page ? ok(page.id) : err(`There is no page ‘${shown(wanted)}’`);
  }

  #rule(wanted: Json | undefined): Result<string> {
    const block = this.#block(wanted);
    if (!block.ok || this.content.blocks[block.value]?.props.type !== 'rule')
      return err(`There is no rule ‘${shown(wanted)}’`);
    return block;
  }

  /** The page that a block stands on. */
  #pageOfBlock(id: string): string {
    let at = id;
    for (let block = blockOf(this.content, at); block?.parent != null; block = blockOf(this.content, at))
      at = block.parent;
    return at;
  }

  #scope(page: string | null): NamedScope {
    const pageTable = this.#pages().find(({ id }) => id === page)?.table;
    return {
      tables: this.tables,
      users: usersIn(this.content)?.tableId ?? null,
      pageTable: this.tables.find(({ id }) => id === pageTable) ?? null,
      page: (name) => {
        const found = this.#page(name);
        return found.ok ? found.value : null;
      },
      block: (name) => {
        const found = this.#block(name);
        return found.ok ? found.value : null;
      },
    };
  }

  /** Sets or (null) takes away what is named. */
  #set(id: string, named: Props, given: Given): void {
    const { [id]: block } = this.content.blocks;
    const props: { [key: string]: NonNullable<Json> } = { ...must(block).props, ...named };
    for (const [key, value] of Object.entries(given)) if (value === null) delete props[key];
    this.#put(id, { ...must(block), props });
  }

  #pageSettings(given: Given): Result<Props> {
    const allowed = ['label', 'slug', 'icon', 'inNavigation', 'visibleTo'];
    const { about, ...others } = given;
    const wrong = Object.keys(others).find((key) => !allowed.includes(key));
    if (wrong !== undefined)
      return err(`A page has no setting ‘${wrong}’: it has ${allowed.join(', ')}, about`);
    const table = about === undefined || about === null ? null : tableNamed(this, about);
    if (table?.ok === false) return table;
    const kept = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)) as Props;
    return ok({ ...kept, ...(table && { table: table.value.id }) });
  }

  addPage({ ref, label, before, ...given }: Given): Done {
    if (typeof label !== 'string' || label.trim() === '') return err('A page needs a label');
    const settings = this.#pageSettings(given);
    if (!settings.ok) return settings;
    const next = before === undefined ? null : this.#page(before);
    if (next?.ok === false) return next;
    this.#add(
      'pag',
      null,
      {
        ...pageProps(label, freeSlug(label, new Set(this.#pages().map(({ slug }) => slug)))),
        ...settings.value,
      },
      next?.value ?? null,
      ref,
    );
    return done;
  }

  changePage({ page, set }: Given): Done {
    const id = this.#page(page);
    if (!id.ok) return id;
    const settings = this.#pageSettings(isObject(set) ? set : {});
    if (!settings.ok) return settings;
    this.#set(id.value, settings.value, isObject(set) ? set : {});
    return done;
  }

  #remove(id: Result<string>): Done {
    if (!id.ok) return id;
    this.#blocks.remove(id.value);
    return done;
  }

  removePage = ({ page }: Given): Done => this.#remove(this.#page(page));
  removeBlock = ({ block }: Given): Done => {
    const id = this.#block(block);
    if (id.ok && !isBlockName(this.content.blocks[id.value]?.props.type))
      return err(`‘${shown(block)}’ is no block of a page`);
    return this.#remove(id);
  };
  removeRule = ({ rule }: Given): Done => this.#remove(this.#rule(rule));

  #parent(given: Json | undefined): Result<string> {
    const block = this.#block(given);
    return block.ok ? block : this.#page(given);
  }

  #settings(
    name: Parameters<typeof blockType>[0],
    page: string,
    given: Given,
    usual: Table | null,
  ): Result<Props> {
    const { visibleTo, ...set } = given;
    const scope = this.#scope(page);
    const { settings, label } = blockType(name);
    const target = typeof set.target === 'string' ? scope.block(set.target) : null;
    const targetTable = target === null ? undefined : this.content.blocks[target]?.props.table;
    const table = usual ?? this.tables.find(({ id }) => id === targetTable) ?? scope.pageTable;
    const named = settingsNamed(settings, set, table, scope, `The block ${label}`);
    if (!named.ok || visibleTo === undefined || visibleTo === null) return named;
    return ok({ ...named.value, visibleTo });
  }

  addBlock({ ref, in: parent, type, set, before }: Given): Done {
    if (!isBlockName(type))
      return err(`There is no block ‘${shown(type)}’: there are ${blockNames.join(', ')}`);
    const into = this.#parent(parent);
    if (!into.ok) return into;
    const next = before === undefined ? null : this.#block(before);
    if (next?.ok === false) return next;
    if (next && blockOf(this.content, next.value)?.parent !== into.value)
      return err(`‘${shown(before)}’ does not stand in ‘${shown(parent)}’`);
    const settings = this.#settings(type, this.#pageOfBlock(into.value), isObject(set) ? set : {}, null);
    if (!settings.ok) return settings;
    const props = { type, ...blockType(type).initial, ...settings.value };
    this.#add('blk', into.value, props, next?.value ?? null, ref);
    return done;
  }

  changeBlock({ block, set }: Given): Done {
    const id = this.#block(block);
    if (!id.ok) return id;
    const { type, table } = must(this.content.blocks[id.value]).props;
    if (!isBlockName(type)) return err(`‘${shown(block)}’ is no block of a page`);
    const usual = this.tables.find((one) => one.id === table) ?? null;
    const given = isObject(set) ? set : {};
    const settings = this.#settings(type, this.#pageOfBlock(id.value), given, usual);
    if (!settings.ok) return settings;
    this.#set(id.value, settings.value, given);
    return done;
  }

  moveBlock({ block, in: parent, before }: Given): Done {
    const id = this.#block(block);
    if (!id.ok) return id;
    const now = must(blockOf(this.content, id.value));
    if (!isBlockName(now.props.type)) return err(`‘${shown(block)}’ is no block of a page`);
    const into = parent === undefined ? ok(must(now.parent)) : this.#parent(parent);
    if (!into.ok) return into;
    const next = before === undefined ? null : this.#block(before);
    if (next?.ok === false) return next;
    const inner = this.#blocks.withInner(id.value);
    if (inner.includes(into.value)) return err('A block does not stand in itself');
    if (next && blockOf(this.content, next.value)?.parent !== into.value)
      return err(`‘${shown(before)}’ does not stand there`);
    const order = this.#order(into.value, next?.value ?? null, id.value);
    this.#put(id.value, { ...now, parent: into.value, order });
    // What stands in it stands deeper, or less deep, than before.
    this.#touched = [...this.#touched, ...inner];
    return done;
  }

  #ruleSettings(table: Table, given: Given): Result<Props> {
    return ruleNamed(table, given, { ...this.#scope(null), pageTable: null });
  }

  addRule({ ref, table, ...given }: Given): Done {
    const of = tableNamed(this, table ?? null);
    if (!of.ok) return of;
    const settings = this.#ruleSettings(of.value, { rows: 'all', ...given });
    if (!settings.ok) return settings;
    this.#add('rul', null, { type: 'rule', table: of.value.id, ...settings.value }, null, ref);
    return done;
  }

  changeRule({ rule, set }: Given): Done {
    const id = this.#rule(rule);
    if (!id.ok) return id;
    const table = tableNamed(this, must(this.content.blocks[id.value]).props.table ?? null);
    if (!table.ok) return table;
    const given = isObject(set) ? set : {};
    const settings = this.#ruleSettings(table.value, given);
    if (!settings.ok) return settings;
    this.#set(id.value, settings.value, given);
    return done;
  }

  setApp({ set }: Given): Done {
    if (!isObject(set)) return err('What is set of the app is missing');
    const wrong = Object.keys(set).find((key) => !appSettings.includes(key));
    if (wrong !== undefined)
      return err(
        `The setting ‘${wrong}’ of an app is not for a proposal: these are: ${appSettings.join(', ')}`,
      );
    const props: { [key: string]: NonNullable<Json> } = { ...this.content.props };
    for (const [key, value] of Object.entries(set)) {
      if (value === null) delete props[key];
      else props[key] = value;
    }
    this.#blocks.setProps(props);
    return done;
  }

  setUsers({ table, email, name, role }: Given): Done {
    const of = tableNamed(this, table ?? null);
    if (!of.ok) return of;
    const ids: { [key: string]: string } = { tableId: of.value.id };
    for (const [key, wanted] of [
      ['emailFieldId', email],
      ['nameFieldId', name],
      ['roleFieldId', role],
    ] as const) {
      if (wanted === undefined || (wanted === null && key !== 'emailFieldId')) continue;
      const field = fieldNamed(of.value, wanted);
      if (!field.ok) return field;
      ids[key] = field.value.id;
    }
    if (ids.emailFieldId === undefined) return err('People need a field with their addresses');
    this.#blocks.setProps({ ...this.content.props, users: ids });
    return done;
  }

  addTable({ name, fields }: Given): Done {
    if (this.content.props.source === undefined)
      return err('The app has no database that tables could be added to: choose one under Data first');
    const made = tableOf({ tables: this.tables, newId: this.#newId }, name, fields);
    if (!made.ok) return made;
    const { table, links } = made.value;
    this.tables = [...this.tables, table];
    this.additions.push({ kind: 'table', table });
    for (const link of links) {
      const added = this.addField({ table: table.id, field: link });
      if (!added.ok) return added;
    }
    return done;
  }

  addField({ table, field }: Given): Done {
    const of = tableNamed(this, table ?? null);
    if (!of.ok) return of;
    const made = fieldOf({ tables: this.tables, newId: this.#newId }, of.value, field ?? null);
    if (!made.ok) return made;
    const changed = { ...of.value, fields: [...of.value.fields, made.value] };
    this.tables = this.tables.map((one) => (one.id === changed.id ? changed : one));
    this.additions.push({ kind: 'field', tableId: changed.id, field: made.value });
    return done;
  }
}
