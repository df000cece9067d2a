import type { Table } from '@weft/core';
import type { Content, Json, Props } from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import type { RuleAction, RuleRows } from '../app-rule.ts';
import type { Audience } from '../app-user.ts';
import { type BlockName, blockType } from '../blocks/block-types.ts';
import { DocumentDraft } from '../document-draft.ts';
import { ruleNamed } from '../named-rules.ts';
import { fieldNamed, type NamedScope, settingsNamed, tableNamed } from '../named-settings.ts';

type Named = { readonly [key: string]: Json };

/** A block by names of tables, fields and pages; `key` is what others of the template call it by. */
export interface TemplateBlock {
  readonly type: BlockName;
  readonly key?: string;
  readonly set?: Named;
  readonly inner?: readonly TemplateBlock[];
}

export interface TemplatePage {
  readonly label: string;
  readonly icon?: string;
  /** The table that the page is about one record of. */
  readonly about?: string;
  readonly hidden?: true;
  readonly visibleTo?: Audience;
  readonly blocks: readonly TemplateBlock[];
}

interface TemplateRule {
  readonly table: string;
  readonly who: Audience;
  readonly can: readonly RuleAction[];
  /** All, where they are left out. */
  readonly rows?:
    | { readonly kind: 'own'; readonly field: string }
    | { readonly kind: 'linked'; readonly field: string; readonly via: string }
    | { readonly kind: 'when'; readonly filter: Json };
  readonly fields?: readonly string[];
  readonly writable?: readonly string[];
  readonly presets?: Named;
}

/** An app to begin with, on a database that is made with it. */
export interface AppTemplate {
  /** As it stands in calls; never changed. */
  readonly name: string;
  readonly title: string;
  /** One line: who does what with it. */
  readonly about: string;
  /** The template of its database. */
  readonly base: string;
  readonly theme?: string;
  readonly navigation?: 'top' | 'side';
  readonly access: 'public' | 'signedIn';
  readonly users?: { readonly table: string; readonly email: string; readonly name: string };
  readonly pages: readonly TemplatePage[];
  readonly rules: readonly TemplateRule[];
}

const value = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T => {
  if (result.ok) return result.value;
  throw new Error(result.error);
};

/** The document of an app that is made of a template, on the tables that were made for it. */
export function appOfTemplate(
  template: AppTemplate,
  {
    title,
    baseId,
    tables,
  }: { readonly title: string; readonly baseId: string; readonly tables: readonly Table[] },
  newId: (kind: IdKind) => string,
): Content {
  const draft = new DocumentDraft(title, newId);
  const tableCalled = (name: string): Table => value(tableNamed({ tables }, name));
  const users = template.users && tableCalled(template.users.table);
  const pageIds = new Map<string, string>();
  const blockIds = new Map<string, string>();
  for (const page of template.pages)
    pageIds.set(
      page.label,
      draft.page(page.label, {
        visibleTo: (page.visibleTo ??
          (template.access === 'public' ? 'everyone' : 'signedIn')) as NonNullable<Json>,
        inNavigation: page.hidden !== true && page.about === undefined,
        ...(page.icon !== undefined && { icon: page.icon }),
        ...(page.about !== undefined && { table: tableCalled(page.about).id }),
      }),
    );
  const scopeOf = (page: TemplatePage): NamedScope => ({
    tables,
    users: users?.id ?? null,
    pageTable: page.about === undefined ? null : tableCalled(page.about),
    page: (name) => pageIds.get(name) ?? null,
    block: (name) => blockIds.get(name) ?? null,
  });
  for (const page of template.pages) {
    const scope = scopeOf(page);
    const made: { readonly id: string; readonly block: TemplateBlock }[] = [];
    const add = (parent: string, blocks: readonly TemplateBlock[]): void => {
      for (const block of blocks) {
        const id = draft.block(parent, block.type);
        if (block.key !== undefined) blockIds.set(block.key, id);
        made.push({ id, block });
        add(id, block.inner ?? []);
      }
    };
    add(must(pageIds.get(page.label)), page.blocks);
    // Controls stand above what they are about: every block has its id by now.
    for (const { id, block } of made) {
      const { settings } = blockType(block.type);
      const target = block.set?.target;
      const about =
        typeof target === 'string' ? made.find((one) => one.block.key === target)?.block : undefined;
      const table = about?.set?.table === undefined ? scope.pageTable : tableCalled(String(about.set.table));
      const set = value(
        settingsNamed(settings, block.set ?? {}, table, scope, `${page.label}: ${block.type}`),
      );
      for (const [key, one] of Object.entries(set)) draft.set(id, key, one);
    }
  }
  for (const rule of template.rules) {
    const table = tableCalled(rule.table);
    const scope = { ...scopeOf(must(template.pages[0])), pageTable: null };
    const { table: _, who, can, ...settings } = rule;
    const { rows, ...named } = value(
      ruleNamed(table, { rows: 'all', ...settings } as unknown as Named, scope),
    );
    draft.rule(table.id, who, can, rows as unknown as RuleRows, named);
  }
  const props: { [key: string]: Props[string] } = {
    source: { type: 'base', baseId },
    access: template.access,
    navigation: template.navigation ?? 'top',
  };
  if (template.theme !== undefined) props.theme = template.theme;
  if (template.users !== undefined && users !== undefined)
    props.users = {
      tableId: users.id,
      emailFieldId: value(fieldNamed(users, template.users.email)).id,
      nameFieldId: value(fieldNamed(users, template.users.name)).id,
    };
  return draft.content(props);
}
