import { type Field, isLinkField, isLookupField, type Table } from '@weft/core';
import { type Content, contrastFaults, contrastSentence, themeOf } from '@weft/documents';
import type { AppAction } from './actions/action-types.ts';
import {
  type App,
  type AppBlock,
  type AppPage,
  actionOf,
  appOf,
  fieldsSetting,
  filterOf,
  pageOf,
  pickSetting,
  sortOf,
  textSetting,
} from './app-document.ts';
import type { AppRule } from './app-rule.ts';
import type { Binding } from './bindings.ts';
import { bindingsOf, readsOf, tableOf, targetOf, writesOf } from './block-access.ts';
import { fieldsAskedBy, isSaying } from './conditions.ts';
import { isOfUse } from './field-uses.ts';
import { inputOf } from './form-inputs.ts';
import { type AppIntegration, whyNotRun } from './integration-problems.ts';
import { openAddress, unknownNames } from './mail-names.ts';

/** What keeps an app from being published, or what its author may not be aware of. */
export interface AppProblem {
  readonly severity: 'error' | 'warning';
  /** The page, block or rule it is about; null: the app. */
  readonly blockId: string | null;
  readonly text: string;
}

const error = (blockId: string | null, text: string): AppProblem => ({ severity: 'error', blockId, text });
const warning = (blockId: string | null, text: string): AppProblem => ({
  severity: 'warning',
  blockId,
  text,
});

class Schema {
  readonly tables: readonly Table[];
  /** Null: nobody knows which there are. */
  readonly integrations: readonly AppIntegration[] | null;
  readonly #tables: ReadonlyMap<string, Table>;
  constructor(tables: readonly Table[], integrations: readonly AppIntegration[] | null = null) {
    this.tables = tables;
    this.integrations = integrations;
    this.#tables = new Map(tables.map((table) => [table.id, table]));
  }
  table(id: string): Table | undefined {
    return this.#tables.get(id);
  }
  field(tableId: string | null, id: string): Field | undefined {
    return tableId === null ? undefined : this.table(tableId)?.fields.find((field) => field.id === id);
  }
}

const called = (page: AppPage): string =>
  page.label.trim() === '' ? 'A page' : `The page ‘${page.label.trim()}’`;

/** A block as its author knows it: 'The list ‘Orders’ on ‘Home’'. */
function blockName(app: App, block: AppBlock): string {
  const title = textSetting(block, 'title') ?? textSetting(block, 'text');
  const page = pageOf(app, block.page)?.label.trim() ?? '';
  const name = title === null || title.length > 60 ? '' : ` ‘${title.trim()}’`;
  return `The ${block.type.label.toLowerCase()}${name}${page === '' ? '' : ` on ‘${page}’`}`;
}

function pageProblems(app: App, schema: Schema): readonly AppProblem[] {
  const seen = new Map<string, AppPage>();
  return app.pages.flatMap((page): readonly AppProblem[] => {
    const other = seen.get(page.slug);
    seen.set(page.slug, page);
    return [
      ...(page.label.trim() === '' ? [error(page.id, 'A page has no name')] : []),
      ...(other
        ? [error(page.id, `${called(page)} has the address of ‘${other.label}’: give it another`)]
        : []),
      ...(page.table !== null && schema.table(page.table) === undefined
        ? [error(page.id, `${called(page)} is about records of a table that is gone`)]
        : []),
      ...(page.blocks.length === 0 ? [warning(page.id, `${called(page)} is empty`)] : []),
    ];
  });
}

/** Values that can never be there. */
function bindingProblems(app: App, schema: Schema, block: AppBlock): readonly AppProblem[] {
  const name = blockName(app, block);
  const page = pageOf(app, block.page);
  const judge = (bound: Binding): readonly AppProblem[] => {
    if (bound.from === 'formula') return [...judge(bound.left), ...judge(bound.right)];
    if (bound.from === 'user') {
      if (app.users === null)
        return [error(block.id, `${name} asks who is signed in, but nobody signs in to this app`)];
      return bound.field.startsWith('$') || schema.field(app.users.tableId, bound.field)
        ? []
        : [error(block.id, `${name} uses a field of people that is gone`)];
    }
    if (bound.from !== 'record') return [];
    if (page?.table == null)
      return [error(block.id, `${name} uses the record of its page, which is about none`)];
    return bound.field.startsWith('$') || schema.field(page.table, bound.field)
      ? []
      : [error(block.id, `${name} uses a field of its page that is gone`)];
  };
  return bindingsOf(block).flatMap(judge);
}

function integrationProblems(app: App, schema: Schema, block: AppBlock, action: AppAction) {
  const { integrations, tables } = schema;
  if (integrations === null || action.type.settings.integration === undefined) return [];
  const why = whyNotRun(app, block, action, integrations, tables);
  if (why !== null) return [error(block.id, `${blockName(app, block)} ${why}`)];
  const off = integrations.find(({ id, enabled }) => id === action.settings.integration && !enabled);
  return off === undefined
    ? []
    : [warning(block.id, `${blockName(app, block)} runs ‘${off.name}’, which is switched off`)];
}

/** What the author of a mail may not be aware of. */
function mailProblems(app: App, schema: Schema, block: AppBlock, { name: kind, settings }: AppAction) {
  if (kind !== 'sendMail') return [];
  const name = blockName(app, block);
  const tables = [pageOf(app, block.page)?.table ?? '', tableOf(app, block) ?? ''];
  const fieldNames = tables.flatMap((id) => schema.table(id)?.fields.map((field) => field.name) ?? []);
  const open = openAddress(app, block, settings.to as unknown as Binding | undefined);
  const field = open && schema.field(open.table, open.fieldId);
  return [
    ...unknownNames([settings.subject, settings.text], fieldNames).map((unknown) =>
      warning(block.id, `${name} mails ‘{{${unknown}}}’, which the record of its page does not have`),
    ),
    ...(field
      ? [
          warning(
            block.id,
            `${name} mails to ‘${field.name}’, which people fill in themselves: they can have mail sent to anybody`,
          ),
        ]
      : []),
  ];
}

function actionProblems(app: App, schema: Schema, block: AppBlock, action: AppAction) {
  const { type, settings } = action;
  const name = blockName(app, block);
  const missing = type.needs.find((key) => settings[key] === undefined || settings[key] === '');
  if (missing !== undefined) {
    const label = type.settings[missing]?.label ?? missing;
    return [error(block.id, `${name} is to ${type.label.toLowerCase()}: ‘${label}’ is missing`)];
  }
  const found: AppProblem[] = [];
  if (type.ofRecord === true && pageOf(app, block.page)?.table == null)
    found.push(error(block.id, `${name} acts on the record of its page, which is about none`));
  if (typeof settings.page === 'string' && pageOf(app, settings.page) === undefined)
    found.push(error(block.id, `${name} opens a page that is gone`));
  if (typeof settings.link === 'string' && !isSafeLink(settings.link))
    found.push(
      error(block.id, `${name} opens ‘${settings.link}’: an address begins with https://, mailto: or tel:`),
    );
  for (const { table, fields } of writesOf(app, block))
    for (const id of fields)
      if (schema.table(table) !== undefined && schema.field(table, id) === undefined)
        found.push(error(block.id, `${name} writes into a field that is gone`));
  return [
    ...found,
    ...mailProblems(app, schema, block, action),
    ...integrationProblems(app, schema, block, action),
  ];
}

/** Whether an address leads nowhere harmful, whoever follows it; a host with `;` or `,` would be several words of a header. */
export const isSafeLink = (link: string): boolean =>
  /^(https?:\/\/[^\s"'<>\\/?#;,]+([/?#][^\s"'<>\\]*)?|mailto:[^\s"'<>\\]+|tel:[+\d() .-]+)$/i.test(
    link.trim(),
  );

function blockProblems(app: App, schema: Schema, block: AppBlock): readonly AppProblem[] {
  const name = blockName(app, block);
  const { type, settings } = block;
  const found: AppProblem[] = [];
  const isSet = (key: string) =>
    settings[key] !== undefined &&
    settings[key] !== '' &&
    !(Array.isArray(settings[key]) && settings[key].length === 0);
  for (const key of type.needs)
    if (!isSet(key)) found.push(error(block.id, `${name} needs its ‘${type.settings[key]?.label ?? key}’`));
  const tableId = tableOf(app, block);
  const isGone = tableId !== null && schema.table(tableId) === undefined;
  if (isGone) found.push(error(block.id, `${name} is about a table that is gone`));
  else {
    for (const [key, setting] of Object.entries(type.settings)) {
      if (setting.kind !== 'field' && setting.kind !== 'fields') continue;
      const ids =
        setting.kind === 'field' ? [textSetting(block, key) ?? []].flat() : fieldsSetting(block, key);
      for (const id of ids) {
        const field = schema.field(tableId, id);
        if (field === undefined)
          found.push(error(block.id, `${name} shows a field that is gone: take it out`));
        else if (setting.use !== undefined && !isOfUse(field, setting.use))
          found.push(error(block.id, `${name} can’t use ‘${field.name}’ as its ‘${setting.label}’`));
      }
    }
    const asked = [
      ...fieldsAskedBy(filterOf(block) ?? { conjunction: 'and', items: [] }),
      ...sortOf(block).map(({ fieldId }) => fieldId),
    ];
    if (asked.some((id) => !id.startsWith('$') && schema.field(tableId, id) === undefined))
      found.push(error(block.id, `${name} is filtered or sorted by a field that is gone`));
  }
  if (type.settings.target !== undefined && isSet('target') && targetOf(app, block) === null)
    found.push(error(block.id, `${name} is about a block that is gone: choose another`));
  const opens = textSetting(block, 'opens');
  const opened = opens === null ? undefined : pageOf(app, opens);
  if (opens !== null && opened === undefined)
    found.push(error(block.id, `${name} opens a page that is gone`));
  if (opened && opened.table !== null && opened.table !== tableId)
    found.push(error(block.id, `${name} opens ‘${opened.label}’, which is about another table`));
  if (type.reads === 'one' && !isSet('record') && !(type.takes && pickSetting(block, 'mode') !== 'update')) {
    if (pageOf(app, block.page)?.table !== tableId)
      found.push(error(block.id, `${name} shows a record, but its page is about none of that table`));
  }
  if (type.settings.measure !== undefined && pickSetting(block, 'measure') !== 'count' && !isSet('field'))
    found.push(error(block.id, `${name} needs the field it adds up`));
  const link = textSetting(block, 'link');
  if (link !== null && !isSafeLink(link))
    found.push(
      error(block.id, `${name} leads to ‘${link}’: an address begins with https://, mailto: or tel:`),
    );
  const action = actionOf(block);
  return [
    ...found,
    ...(action === null ? [] : actionProblems(app, schema, block, action)),
    ...bindingProblems(app, schema, block),
    ...inputProblems(app, schema, block),
  ];
}

/** What a form asks for by conditions that nothing in it can meet. */
function inputProblems(app: App, schema: Schema, block: AppBlock): readonly AppProblem[] {
  if (block.type.settings.inputs === undefined) return [];
  const shown = fieldsSetting(block);
  const name = blockName(app, block);
  const tableId = tableOf(app, block);
  return shown.flatMap((id, at): readonly AppProblem[] => {
    const field = schema.field(tableId, id);
    const { when } = inputOf(block, id);
    if (when === null || field === undefined) return [];
    const before = new Set(shown.slice(0, at));
    return fieldsAskedBy(when).every((one) => before.has(one))
      ? []
      : [error(block.id, `${name} asks for ‘${field.name}’ by a field that it does not ask for before it`)];
  });
}

function ruleProblems(app: App, schema: Schema, rule: AppRule): readonly AppProblem[] {
  const table = schema.table(rule.table);
  if (table === undefined)
    return [warning(rule.id, 'A rule is about a table that is gone: it allows nothing')];
  const of = `A rule of the table ‘${table.name}’`;
  const gone = (id: string) => !id.startsWith('$') && schema.field(table.id, id) === undefined;
  const found: AppProblem[] = [];
  const { rows, who } = rule;
  if (rows.kind === 'own' || rows.kind === 'linked') {
    const field = schema.field(table.id, rows.field);
    if (app.users === null)
      found.push(error(rule.id, `${of} asks who is signed in, but nobody signs in to this app`));
    else if (field === undefined)
      found.push(error(rule.id, `${of} depends on a field that is gone: it allows nothing`));
    else if (rows.kind === 'own' && !isLinkField(field) && !isOfUse(field, 'address'))
      found.push(error(rule.id, `${of} can’t tell by ‘${field.name}’ whose a record is`));
    else if (rows.kind === 'own' && isLinkField(field) && field.template.tableId !== app.users.tableId)
      found.push(
        error(rule.id, `${of} can’t tell by ‘${field.name}’ whose a record is: it does not link to people`),
      );
    else if (rows.kind === 'linked') {
      const via = schema.field(app.users.tableId, rows.via);
      if (!isLinkField(field) || !isLinkField(via) || field.template.tableId !== via.template.tableId)
        found.push(error(rule.id, `${of} compares two links that do not lead to the same table`));
    }
  }
  if (rows.kind === 'when') {
    if (!isSaying(rows.filter)) found.push(error(rule.id, `${of} has no conditions: it allows nothing`));
    if (fieldsAskedBy(rows.filter).some(gone))
      found.push(error(rule.id, `${of} depends on a field that is gone: it allows nothing`));
  }
  if (who !== 'everyone' && app.users === null)
    found.push(error(rule.id, `${of} is for people who sign in, but nobody signs in to this app`));
  if (
    who === 'everyone' &&
    rows.kind === 'all' &&
    rule.can.includes('read') &&
    app.users?.tableId === table.id
  )
    found.push(
      warning(rule.id, `Everybody may read who uses the app: the table ‘${table.name}’ holds its people`),
    );
  if (who === 'everyone' && (rule.can.includes('update') || rule.can.includes('delete')))
    found.push(warning(rule.id, `Whoever opens the app may change records of the table ‘${table.name}’`));
  return found;
}

/** The tables that pages read or write, with what leads to each first. */
function reachableTables(app: App, tables: readonly Table[]): ReadonlyMap<string, string> {
  const schema = new Schema(tables);
  const found = new Map<string, string>();
  const add = (table: string, blockId: string) => {
    if (!found.has(table)) found.set(table, blockId);
  };
  for (const block of app.blocks.values()) {
    const reads = readsOf(app, block);
    for (const used of [...(reads === null ? [] : [reads]), ...writesOf(app, block)]) {
      add(used.table, block.id);
      for (const id of used.fields) {
        const field = schema.field(used.table, id);
        // A lookup shows what its link leads to.
        const link = isLookupField(field)
          ? schema.field(used.table, field.template.linkedRecordFieldId)
          : field;
        if (isLinkField(link)) add(link.template.tableId, block.id);
      }
    }
  }
  for (const page of app.pages) if (page.table !== null) add(page.table, page.id);
  return found;
}

function reachProblems(app: App, tables: readonly Table[]): readonly AppProblem[] {
  const ruled = new Set(app.rules.map(({ table }) => table));
  return [...reachableTables(app, tables)].flatMap(([id, blockId]) => {
    const table = tables.find((one) => one.id === id);
    if (table === undefined || ruled.has(id)) return [];
    return [error(blockId, `The table ‘${table.name}’ has no rule: nobody would see anything of it`)];
  });
}

function peopleProblems(app: App, schema: Schema): readonly AppProblem[] {
  const { users } = app;
  const asks =
    app.access === 'signedIn' ||
    app.pages.some(({ visibleTo }) => visibleTo !== 'everyone') ||
    app.rules.some(({ who }) => who !== 'everyone');
  if (users === null)
    return asks ? [error(null, 'People sign in to this app: choose the table that holds them')] : [];
  const table = schema.table(users.tableId);
  if (table === undefined)
    return [error(null, 'The table of the people who sign in is gone: choose another')];
  const email = schema.field(table.id, users.emailFieldId);
  if (isLookupField(email))
    return [
      error(
        null,
        `People can’t sign in by ‘${email.name}’, which is looked up: choose a field of the table ‘${table.name}’ that holds their addresses`,
      ),
    ];
  if (email === undefined || !isOfUse(email, 'address'))
    return [error(null, `The table ‘${table.name}’ needs a field with the addresses of its people`)];
  const role = users.roleFieldId === undefined ? null : schema.field(table.id, users.roleFieldId);
  return role === undefined
    ? [error(null, `The field with the roles of people is gone: choose another`)]
    : [];
}

/** Whether somebody may have to sign in to an app. */
export const asksToSignIn = (app: App): boolean => app.users !== null;

/**
 * Everything that is to be said about an app: errors keep it from being published (SPEC P1). `integrations` are those that
 * it has; null: nobody knows.
 */
export function appProblems(
  content: Content,
  tables: readonly Table[],
  integrations: readonly AppIntegration[] | null = null,
): readonly AppProblem[] {
  const app = appOf(content);
  const schema = new Schema(tables, integrations);
  const theme = themeOf(content);
  if (app.pages.length === 0) return [error(null, 'Add a page first')];
  const needsData =
    app.blocks.size > 0 && [...app.blocks.values()].some(({ type }) => type.settings.table !== undefined);
  return [
    ...(app.source === null && needsData ? [error(null, 'Choose the database that the app shows')] : []),
    ...pageProblems(app, schema),
    ...peopleProblems(app, schema),
    ...[...app.blocks.values()].flatMap((block) => blockProblems(app, schema, block)),
    ...app.rules.flatMap((rule) => ruleProblems(app, schema, rule)),
    ...reachProblems(app, tables),
    ...(theme === null ? [] : contrastFaults(theme)).map((fault) => error(null, contrastSentence(fault))),
  ];
}

/** Why a draft cannot be published, in a sentence; null when it can. */
export const whyNotPublished = (
  content: Content,
  tables: readonly Table[],
  integrations: readonly AppIntegration[] | null = null,
): string | null =>
  appProblems(content, tables, integrations).find(({ severity }) => severity === 'error')?.text ?? null;
