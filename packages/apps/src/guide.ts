import type { Table } from '@weft/core';
import { isSelectField } from '@weft/core';
import { type Content, idsIn } from '@weft/documents';
import { actionNames, actionType } from './actions/action-types.ts';
import { type AppBlock, appOf } from './app-document.ts';
import { blockNames, blockType } from './blocks/block-types.ts';
import type { Settings } from './settings.ts';

const wordsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, setting]) =>
      setting.kind === 'pick'
        ? `${name}: ${setting.options.map(({ value }) => value).join('|')}`
        : `${name}: ${setting.kind}`,
    )
    .join(', ');

/** What a language model is told of the operations it may propose. */
export const operationsGuide = (): string => `Operations, in the order in which they are carried out:
{"op":"setApp","set":{title?, navigation?: top|side, access?: public|signedIn, signUp?: invite|open, theme?, accentColor?, seoTitle?, seoDescription?}}
{"op":"setUsers","table","email","name"?,"role"?}: the table of the people who sign in, and its fields
{"op":"addTable","name","fields":[{"name","type","options"?:[labels],"linkedTable"?}]}: its first field is a single_line_text
{"op":"addField","table","field":{...}}
{"op":"addPage","ref","label","icon"?,"about"?: a table whose record the page shows,"inNavigation"?,"visibleTo"?,"before"?: page}
{"op":"changePage","page","set":{...}} {"op":"removePage","page"}
{"op":"addBlock","ref"?,"in": a page or a block that holds others,"type","set":{...},"before"?: block}
{"op":"changeBlock","block","set":{...}} {"op":"moveBlock","block","in"?,"before"?} {"op":"removeBlock","block"}
{"op":"addRule","table","who": everyone|signedIn|{"roles":[...]},"can":[read,create,update,delete],"rows","fields"?,"writable"?,"presets"?}
{"op":"changeRule","rule","set":{...}} {"op":"removeRule","rule"}
"ref" is a name of your own for what is added; use it in later operations. Tables and fields are named by their names, pages by their labels, blocks and rules by their ids or refs. A setting that is null is taken away.
rows: "all", {"kind":"own","field": a field with the person's address or a link to them}, {"kind":"linked","field": a link,"via": the person's own link to the same table}, {"kind":"when","filter": conditions}.
What no rule allows is not allowed: every table that the app shows needs a rule, and a table that a shown field links to.
visibleTo: "everyone", "signedIn" or {"roles":[...]}.
conditions: {"conjunction":"and"|"or","items":[{"field","operator","value"?: binding}]}. sort: [{"field","direction":"asc"|"desc"}]. values and presets: {"field": binding}. inputs of a form: {"field": {"required"?: true, "help"?: text, "when"?: conditions about fields of the form}}.
binding: {"from":"literal","value"}, {"from":"user","field": a field of people or $id, $email, $name}, {"from":"record","field": a field of the page's record or $id}, {"from":"url","name"}, {"from":"today","plusDays"?}, {"from":"formula","op":"+"|"-"|"*"|"/"|"&","left","right"}; anything else is a literal.
target: the id or ref of a block of the same page that shows records.
Actions (settings of the kind action): ${actionNames.map((name) => `{"kind":"${name}", ${wordsOf(actionType(name).settings)}}`).join('; ')}
Blocks and their settings: ${blockNames.map((name) => `${name} {${wordsOf(blockType(name).settings)}}`).join('; ')}
table, field, fields, page and target are names. A page about a table shows one record of it: detail and form with mode update take the record of their page.`;

/** An app and its tables, as a language model is told of them: no record, and nothing of people. */
export function outlineOf(content: Content, tables: readonly Table[]): string {
  const app = appOf(content);
  const nameOf = (id: string | null): string | undefined => tables.find((table) => table.id === id)?.name;
  const fieldNames = new Map(
    tables.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name] as const)),
  );
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return fieldNames.get(value) ?? nameOf(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [fieldNames.get(key) ?? key, named(one)]),
    );
  };
  const block = ({ id, name, settings, inner }: AppBlock): object => ({
    ...{ id, type: name },
    set: named(settings),
    ...(inner.length > 0 && { inner: inner.map(block) }),
  });
  return JSON.stringify({
    app: named(content.props),
    tables: tables.map(({ name, fields }) => ({
      name,
      fields: fields.map((field) => ({
        ...{ name: field.name, type: field.type },
        ...(isSelectField(field) && { options: field.template.options.map(({ label }) => label) }),
        ...('tableId' in field.template && { linkedTable: nameOf(String(field.template.tableId)) }),
      })),
    })),
    pages: app.pages.map(({ id, label, slug, table, inNavigation, visibleTo, blocks }) => ({
      ...{ id, label, slug, inNavigation, visibleTo },
      ...(table !== null && { about: nameOf(table) }),
      blocks: blocks.map(block),
    })),
    rules: idsIn(content, null).flatMap((id) => {
      const props = content.blocks[id]?.props;
      return props?.type === 'rule' ? [{ id, ...(named({ ...props, type: undefined }) as object) }] : [];
    }),
  });
}
