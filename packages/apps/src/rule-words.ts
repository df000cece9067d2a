import { isLinkField, type Table } from '@weft/core';
import type { App } from './app-document.ts';
import type { AppRule, RuleAction } from './app-rule.ts';
import type { Audience } from './app-user.ts';
import type { AppWithTables } from './binding-words.ts';
import { conditionWords } from './condition-words.ts';

const verbs: { readonly [A in RuleAction]: string } = {
  read: 'see',
  create: 'add',
  update: 'change',
  delete: 'delete',
};

/** 'see, add and change'. */
export function verbWords(can: readonly RuleAction[]): string {
  const words = (Object.keys(verbs) as RuleAction[])
    .filter((action) => can.includes(action))
    .map((action) => verbs[action]);
  const last = words.at(-1) ?? 'do nothing with';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** 'Signed-in people', 'People with the role Staff'. */
export function audienceWords(who: Audience): string {
  if (who === 'everyone') return 'Everyone can';
  if (who === 'signedIn') return 'Signed-in people can';
  return `People with the ${who.roles.length === 1 ? 'role' : 'roles'} ${who.roles.join(', ')} can`;
}

const nameOf = (table: Table | undefined, id: string): string =>
  table?.fields.find((field) => field.id === id)?.name ?? 'a field that is gone';

const peopleOf = ({ users }: App, tables: readonly Table[]): Table | undefined =>
  tables.find(({ id }) => id === users?.tableId);

/** Which rows a rule is about, as a title says it: 'Only their own orders'. */
export function rowsTitle({ rows }: AppRule, table: Table, { app, tables }: AppWithTables): string {
  const things = table.name.toLowerCase();
  if (rows.kind === 'all') return `All ${things}`;
  if (rows.kind === 'own')
    return table.id === app.users?.tableId ? 'Only their own record' : `Only their own ${things}`;
  if (rows.kind === 'when') return `Only some ${things}`;
  return `Only the ${things} of their ${nameOf(peopleOf(app, tables), rows.via).toLowerCase()}`;
}

/** The same in a sentence: 'Where Customer is the signed-in person.' */
export function rowsSentence({ rows }: AppRule, table: Table, editing: AppWithTables): string {
  const { app, tables } = editing;
  if (rows.kind === 'all') return 'Every record of the table.';
  if (rows.kind === 'when')
    return `Where ${conditionWords(rows.filter, table.fields, { editing, page: null }) || 'nothing holds yet'}.`;
  const field = table.fields.find(({ id }) => id === rows.field);
  const name = field?.name ?? 'a field that is gone';
  if (rows.kind === 'own')
    return field !== undefined && isLinkField(field)
      ? `Where ${name} is the signed-in person.`
      : `Where ${name} is the address they sign in with.`;
  return `Where ${name} is the signed-in person’s ${nameOf(peopleOf(app, tables), rows.via).toLowerCase()}.`;
}

const list = (names: readonly string[]): string => names.join(', ') || 'nothing';

/** The fields of a rule, where it does not give all: '(they see: Name, Price; they fill in: Pieces)'; '' where it does. */
function fieldWords({ can, fields, writable }: AppRule, table: Table): string {
  const named = (ids: readonly string[]) => list(ids.map((id) => nameOf(table, id)));
  const writes = can.includes('create') || can.includes('update');
  const told = [
    ...(can.includes('read') && fields !== null ? [`they see: ${named(fields)}`] : []),
    ...(writes && writable !== null ? [`they fill in: ${named(writable)}`] : []),
  ];
  return told.length === 0 ? '' : ` (${told.join('; ')})`;
}

/** A rule in one sentence: 'Signed-in people can see and add only their own orders (they fill in: Pieces).' */
export function ruleSentence(rule: AppRule, table: Table, editing: AppWithTables): string {
  const rows = rowsTitle(rule, table, editing);
  const about = `${rows.charAt(0).toLowerCase()}${rows.slice(1)}`;
  // What is made new is none of those that are there.
  const isNew = rule.can.length === 1 && rule.can[0] === 'create' && rule.rows.kind === 'all';
  const things = isNew ? table.name.toLowerCase() : about;
  return `${audienceWords(rule.who)} ${verbWords(rule.can)} ${things}${fieldWords(rule, table)}.`;
}
