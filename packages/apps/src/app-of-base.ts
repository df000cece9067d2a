import { type Field, isLinkField, type LinkField, type Table } from '@weft/core';
import type { Content, Props } from '@weft/documents';
import type { IdKind } from '@weft/std';
import type { AppUsers } from './app-document.ts';
import type { RuleAction, RuleRows } from './app-rule.ts';
import type { Binding } from './bindings.ts';
import { DocumentDraft } from './document-draft.ts';
import { isOfUse, isWritten } from './field-uses.ts';

/** Who may see the records: it is asked before an app is made of a database, and there is no answer by itself. */
export type WhoSees = 'everyone' | 'signedIn' | 'own';

export interface AppOfBase {
  readonly title: string;
  readonly baseId: string;
  readonly tables: readonly Table[];
  readonly who: WhoSees;
  /** Who signs in; without it the table that has addresses. */
  readonly users?: AppUsers;
}

/** Tables that get pages of their own. */
const mostTables = 20;
/** Fields in a list and on the page of a record. */
const listedFields = 5;
const shownFields = 20;

/** The table that holds people, where there is one: the first with a field of addresses. */
export function usersOf(tables: readonly Table[]): AppUsers | null {
  for (const table of tables) {
    const email = table.fields.find((field) => isOfUse(field, 'email'));
    if (email === undefined) continue;
    const name = table.fields.find(({ id }) => id === table.primaryFieldId && id !== email.id);
    return { tableId: table.id, emailFieldId: email.id, ...(name && { nameFieldId: name.id }) };
  }
  return null;
}

const linksTo = (table: Table, other: string): readonly LinkField[] =>
  table.fields.filter(isLinkField).filter(({ template }) => template.tableId === other);

interface OwnRows {
  readonly rows: RuleRows;
  /** What makes a new record somebody's own. */
  readonly presets: { readonly [fieldId: string]: Binding };
  readonly can: readonly RuleAction[];
}

/** Which records of a table are somebody's own; null: it cannot be told. */
export function ownRowsOf(table: Table, tables: readonly Table[], users: AppUsers): OwnRows | null {
  const people = tables.find(({ id }) => id === users.tableId);
  if (people === undefined) return null;
  if (table.id === users.tableId)
    return { rows: { kind: 'own', field: users.emailFieldId }, presets: {}, can: ['read', 'update'] };
  const [direct] = linksTo(table, users.tableId);
  if (direct !== undefined)
    return {
      rows: { kind: 'own', field: direct.id },
      presets: { [direct.id]: { from: 'user', field: '$id' } },
      can: ['read', 'create', 'update'],
    };
  const address = table.fields.find((field) => isOfUse(field, 'email'));
  if (address !== undefined)
    return {
      rows: { kind: 'own', field: address.id },
      presets: { [address.id]: { from: 'user', field: '$email' } },
      can: ['read', 'create', 'update'],
    };
  for (const via of people.fields.filter(isLinkField)) {
    if (via.template.tableId === table.id)
      return {
        rows: {
          kind: 'when',
          filter: {
            conjunction: 'and',
            items: [{ fieldId: '$id', operator: 'is_any_of', value: { from: 'user', field: via.id } }],
          },
        },
        presets: {},
        can: ['read'],
      };
    const [shared] = linksTo(table, via.template.tableId);
    if (shared !== undefined)
      return {
        rows: { kind: 'linked', field: shared.id, via: via.id },
        presets: { [shared.id]: { from: 'user', field: via.id } },
        can: ['read', 'create', 'update'],
      };
  }
  return null;
}

/** The fields that tell what a record is about: its name, then what is filled in. */
const shown = (table: Table, most: number): readonly Field[] => {
  const primary = table.fields.filter(({ id }) => id === table.primaryFieldId);
  const others = table.fields.filter(({ id }) => id !== table.primaryFieldId);
  const filled = others.filter(isWritten);
  return [...primary, ...filled, ...others.filter((field) => !filled.includes(field))].slice(0, most);
};

/** The pictures of records stand first, beside their names. */
function withPicture(table: Table, fields: readonly Field[]): readonly Field[] {
  const picture = table.fields.find((field) => isOfUse(field, 'image'));
  return picture === undefined ? fields : [picture, ...fields.filter((field) => field !== picture)];
}

const ids = (fields: readonly Field[]): readonly string[] => fields.map(({ id }) => id);

interface TablePages {
  readonly table: Table;
  readonly list: string;
  readonly detail: string;
}

/** An app with a list, the page of a record and a form for each table, in the navigation, with the rules that were asked. */
export function appOfBase(
  { title, baseId, tables, who, users = usersOf(tables) ?? undefined }: AppOfBase,
  newId: (kind: IdKind) => string,
): Content {
  const draft = new DocumentDraft(title, newId);
  const chosen = tables.slice(0, mostTables);
  const isSignedIn = who !== 'everyone';
  const visibleTo = isSignedIn ? 'signedIn' : 'everyone';
  const pages = chosen.map(
    (table): TablePages => ({
      table,
      list: draft.page(table.name, { visibleTo }),
      detail: draft.page(`${table.name}: record`, { visibleTo, inNavigation: false, table: table.id }),
    }),
  );
  for (const { table, list, detail } of pages) {
    const own = users === undefined ? null : ownRowsOf(table, tables, users);
    const can = canOf(who, own);
    fillList(
      draft,
      table,
      { list, detail },
      can.includes('create') ? formPage(draft, table, list, visibleTo, who === 'own' ? own : null) : null,
    );
    fillDetail(draft, table, detail, list, can, pages);
    addRule(draft, table, who, own);
  }
  return draft.content({
    source: { type: 'base', baseId },
    ...(users !== undefined && isSignedIn && { users: users as unknown as Props[string] }),
    access: isSignedIn ? 'signedIn' : 'public',
  });
}

/** An app of one page that lists a table, which everybody may read: nobody signs in to it yet. */
export function blankApp(
  { title, baseId, table }: Pick<AppOfBase, 'title' | 'baseId'> & { readonly table: Table },
  newId: (kind: IdKind) => string,
): Content {
  const draft = new DocumentDraft(title, newId);
  const page = draft.page('Home');
  draft.block(page, 'heading', { text: title });
  draft.block(page, 'table', { table: table.id, fields: ids(shown(table, listedFields)) });
  draft.rule(table.id, 'everyone', ['read'], { kind: 'all' });
  return draft.content({ source: { type: 'base', baseId }, access: 'public' });
}

const canOf = (who: WhoSees, own: OwnRows | null): readonly RuleAction[] => {
  if (who === 'everyone') return ['read'];
  if (who === 'signedIn') return ['read', 'create', 'update'];
  return own?.can ?? ['read'];
};

function addRule(draft: DocumentDraft, table: Table, who: WhoSees, own: OwnRows | null): void {
  const can = canOf(who, own);
  if (who === 'own' && own !== null)
    draft.rule(table.id, 'signedIn', can, own.rows, { presets: own.presets as unknown as Props[string] });
  // Whose its records are cannot be told: nobody sees them before somebody says who may.
  else if (who !== 'own') draft.rule(table.id, who, can, { kind: 'all' });
}

function formPage(
  draft: DocumentDraft,
  table: Table,
  list: string,
  visibleTo: string,
  own: OwnRows | null,
): string {
  const page = draft.page(`Add to ${table.name}`, { visibleTo, inNavigation: false });
  const preset = new Set(Object.keys(own?.presets ?? {}));
  draft.block(page, 'heading', { text: `Add to ${table.name}` });
  draft.block(page, 'form', {
    table: table.id,
    mode: 'create',
    fields: ids(shown(table, shownFields).filter((field) => isWritten(field) && !preset.has(field.id))),
    button: 'Add',
    after: { kind: 'openPage', page: list },
  });
  return page;
}

function fillList(
  draft: DocumentDraft,
  table: Table,
  { list, detail }: Pick<TablePages, 'list' | 'detail'>,
  form: string | null,
): void {
  draft.block(list, 'heading', { text: table.name });
  if (form !== null) draft.block(list, 'button', { text: 'Add', action: { kind: 'openPage', page: form } });
  const options = table.fields.filter((field) => isOfUse(field, 'option')).slice(0, 2);
  const search = draft.block(list, 'search', {});
  const filters = options.length === 0 ? null : draft.block(list, 'filterBar', { fields: ids(options) });
  const records = draft.block(list, 'table', {
    table: table.id,
    fields: ids(withPicture(table, shown(table, listedFields))),
    opens: detail,
  });
  for (const control of [search, filters]) if (control !== null) draft.set(control, 'target', records);
}

function fillDetail(
  draft: DocumentDraft,
  table: Table,
  page: string,
  list: string,
  can: readonly RuleAction[],
  pages: readonly TablePages[],
): void {
  const fields = shown(table, shownFields);
  draft.block(page, 'heading', { field: table.primaryFieldId });
  const told = fields.filter(({ id }) => id !== table.primaryFieldId);
  draft.block(page, 'detail', { table: table.id, fields: ids(told.length > 0 ? told : fields) });
  for (const other of pages)
    for (const link of linksTo(other.table, table.id))
      draft.block(page, 'list', {
        table: other.table.id,
        title: other.table.name,
        fields: ids(shown(other.table, listedFields).filter(({ id }) => id !== link.id)),
        opens: other.detail,
        filter: {
          conjunction: 'and',
          items: [{ fieldId: link.id, operator: 'has_any_of', value: { from: 'record', field: '$id' } }],
        },
      });
  if (can.includes('update')) {
    const section = draft.block(page, 'section', { title: 'Change' });
    draft.block(section, 'form', {
      table: table.id,
      mode: 'update',
      fields: ids(fields.filter(isWritten)),
      button: 'Save',
    });
  }
  draft.block(page, 'button', {
    text: `All of ${table.name}`,
    look: 'quiet',
    action: { kind: 'openPage', page: list },
  });
}
