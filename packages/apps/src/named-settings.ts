import { type Field, isSelectField, type Table } from '@weft/core';
import type { Json, Props } from '@weft/documents';
import { err, ok, type Result } from '@weft/std';
import { actionNames, actionType } from './actions/action-types.ts';
import type { Setting, SettingKind, Settings } from './settings.ts';

/** What can be named where settings are written by names in place of ids: by a template, or by a language model. */
export interface NamedScope {
  readonly tables: readonly Table[];
  /** The table of people; null: nobody signs in. */
  readonly users: string | null;
  /** The table that the page is about; null: none. */
  readonly pageTable: Table | null;
  /** The id of a page, a block by what it is called. */
  readonly page: (name: string) => string | null;
  readonly block: (name: string) => string | null;
}

type Given = { readonly [key: string]: Json };

const isObject = (value: Json | undefined): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCalled = (of: { readonly id: string; readonly name: string }, wanted: string): boolean =>
  of.id === wanted || of.name === wanted;

const sameWords = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const found = <T extends { readonly id: string; readonly name: string }>(
  all: readonly T[],
  wanted: string,
): T | undefined =>
  all.find((one) => isCalled(one, wanted)) ?? all.find(({ name }) => sameWords(name, wanted));

const text = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 80);

export function tableNamed({ tables }: Pick<NamedScope, 'tables'>, wanted: Json): Result<Table> {
  const table = typeof wanted === 'string' ? found(tables, wanted) : undefined;
  if (table !== undefined) return ok(table);
  return err(
    `There is no table ‘${text(wanted)}’: there are ${tables.map(({ name }) => name).join(', ') || 'none'}`,
  );
}

export function fieldNamed(table: Table | null, wanted: Json): Result<Field> {
  if (table === null) return err(`The field ‘${text(wanted)}’ is of no table`);
  const field = typeof wanted === 'string' ? found(table.fields, wanted) : undefined;
  if (field !== undefined) return ok(field);
  return err(
    `The table ‘${table.name}’ has no field ‘${text(wanted)}’: it has ${table.fields.map(({ name }) => name).join(', ')}`,
  );
}

/** Everything in a list, or the first fault. */
function all<A, B>(items: readonly A[], read: (item: A) => Result<B>): Result<readonly B[]> {
  const values: B[] = [];
  for (const item of items) {
    const one = read(item);
    if (!one.ok) return one;
    values.push(one.value);
  }
  return ok(values);
}

const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

/** An option by its label, where a value is written into a field that has options. */
function optionIn(field: Field | null, value: Json): Json {
  if (field === null || !isSelectField(field)) return value;
  if (Array.isArray(value)) return value.map((each) => optionIn(field, each));
  const { options } = field.template;
  const option =
    options.find((one) => one.value === value) ??
    options.find(({ label }) => sameWords(label, String(value)));
  return option?.value ?? value;
}

/** A binding with its fields by their names; anything else is a literal. */
function bindingNamed(given: Json, field: Field | null, scope: NamedScope): Result<NonNullable<Json>> {
  if (given === null) return err('A value is missing');
  if (!isObject(given) || typeof given.from !== 'string')
    return ok({ from: 'literal', value: optionIn(field, given) as NonNullable<Json> });
  const { from } = given;
  if (from === 'literal')
    return ok({ from, value: optionIn(field, given.value ?? null) as NonNullable<Json> });
  if (from === 'user' || from === 'record') {
    if (typeof given.field === 'string' && given.field.startsWith('$')) return ok(given);
    const users = scope.tables.find(({ id }) => id === scope.users) ?? null;
    const named = fieldNamed(from === 'user' ? users : scope.pageTable, given.field ?? null);
    return named.ok ? ok({ from, field: named.value.id }) : named;
  }
  if (from === 'formula') {
    const sides = all([given.left ?? null, given.right ?? null], (side) => bindingNamed(side, null, scope));
    return sides.ok
      ? ok({ from, op: given.op ?? '+', left: sides.value[0] ?? 0, right: sides.value[1] ?? 0 })
      : sides;
  }
  return ok(given);
}

/** Conditions with their fields, options and values by name. */
export function conditionsNamed(
  given: Json,
  table: Table | null,
  scope: NamedScope,
): Result<NonNullable<Json>> {
  if (Array.isArray(given)) return conditionsNamed({ conjunction: 'and', items: given }, table, scope);
  if (!isObject(given)) return err('Conditions are a group of items');
  const items = all(list(given.items ?? []), (item): Result<NonNullable<Json>> => {
    if (!isObject(item)) return err('A condition names a field and an operator');
    const { field: name, fieldId, operator, value } = item;
    const wanted = name ?? fieldId;
    if (wanted === undefined) return conditionsNamed(item, table, scope);
    if (typeof wanted === 'string' && wanted.startsWith('$')) {
      const bound = value === undefined ? null : bindingNamed(value, null, scope);
      if (bound?.ok === false) return bound;
      return ok({ fieldId: wanted, operator: operator ?? '', ...(bound && { value: bound.value }) });
    }
    const field = fieldNamed(table, wanted);
    if (!field.ok) return field;
    const bound = value === undefined ? null : bindingNamed(value, field.value, scope);
    if (bound?.ok === false) return bound;
    return ok({ fieldId: field.value.id, operator: operator ?? '', ...(bound && { value: bound.value }) });
  });
  return items.ok ? ok({ conjunction: given.conjunction ?? 'and', items: items.value }) : items;
}

/** What is written into fields, by their names. */
export function valuesNamed(given: Json, table: Table | null, scope: NamedScope): Result<NonNullable<Json>> {
  if (!isObject(given)) return err('Values are written as {"field": value}');
  const entries = all(Object.entries(given), ([name, value]): Result<readonly [string, Json]> => {
    const field = fieldNamed(table, name);
    if (!field.ok) return field;
    const bound = bindingNamed(value, field.value, scope);
    return bound.ok ? ok([field.value.id, bound.value]) : bound;
  });
  return entries.ok ? ok(Object.fromEntries(entries.value)) : entries;
}

/** How a form asks for its fields, by their names. */
function inputsNamed(given: Json, table: Table | null, scope: NamedScope): Result<NonNullable<Json>> {
  if (!isObject(given)) return err('Inputs are written as {"field": {"required", "help", "when"}}');
  const entries = all(Object.entries(given), ([name, input]): Result<readonly [string, Json]> => {
    const field = fieldNamed(table, name);
    if (!field.ok) return field;
    if (!isObject(input)) return err(`How ‘${name}’ is asked for is no object`);
    const { when, ...others } = input;
    if (when === undefined || when === null) return ok([field.value.id, others]);
    const conditions = conditionsNamed(when, table, scope);
    return conditions.ok ? ok([field.value.id, { ...others, when: conditions.value }]) : conditions;
  });
  return entries.ok ? ok(Object.fromEntries(entries.value)) : entries;
}

type Reader = (given: Json, table: Table | null, scope: NamedScope) => Result<Json>;
const asGiven: Reader = (given) => ok(given);

function actionNamed(given: Json, _table: Table | null, scope: NamedScope): Result<Json> {
  if (!isObject(given)) return err('An action has a kind');
  const { kind, ...settings } = given;
  const name = actionNames.find((one) => one === kind);
  if (name === undefined)
    return err(`There is no action ‘${text(kind ?? null)}’: there are ${actionNames.join(', ')}`);
  const named = settingsNamed(
    actionType(name).settings,
    settings,
    scope.pageTable,
    scope,
    `The action ${name}`,
  );
  return named.ok ? ok({ kind: name, ...named.value }) : named;
}

const idOf = (what: string, find: (name: string) => string | null, given: Json): Result<Json> => {
  const id = typeof given === 'string' ? find(given) : null;
  return id === null ? err(`There is no ${what} ‘${text(given)}’`) : ok(id);
};

const readers: { readonly [K in SettingKind]: Reader } = {
  ...{ flag: asGiven, integer: asGiven, text: asGiven, pick: asGiven, image: asGiven, link: asGiven },
  integration: asGiven,
  table: (given, _table, scope) => {
    const table = tableNamed(scope, given);
    return table.ok ? ok(table.value.id) : table;
  },
  field: (given, table) => {
    const field = fieldNamed(table, given);
    return field.ok ? ok(field.value.id) : field;
  },
  fields: (given, table) => {
    const fields = all(list(given), (one) => fieldNamed(table, one));
    return fields.ok ? ok(fields.value.map(({ id }) => id)) : fields;
  },
  sort: (given, table) =>
    all(list(given), (key): Result<NonNullable<Json>> => {
      const [name, direction] = isObject(key)
        ? [key.field ?? key.fieldId ?? null, key.direction ?? 'asc']
        : [key, 'asc'];
      const field = fieldNamed(table, name);
      return field.ok ? ok({ fieldId: field.value.id, direction }) : field;
    }),
  conditions: conditionsNamed,
  values: valuesNamed,
  inputs: inputsNamed,
  binding: (given, _table, scope) => bindingNamed(given, null, scope),
  page: (given, _table, scope) => idOf('page', scope.page, given),
  target: (given, _table, scope) => idOf('block', scope.block, given),
  action: actionNamed,
};

const kindOf = (settings: Settings, name: string): Setting['kind'] | undefined =>
  Object.hasOwn(settings, name) ? settings[name]?.kind : undefined;

/** Settings by names of tables, fields, pages and blocks as settings by their ids; else what is not there. */
export function settingsNamed(
  settings: Settings,
  given: Given,
  usual: Table | null,
  scope: NamedScope,
  what: string,
): Result<Props> {
  const wanted = kindOf(settings, 'table') === 'table' ? given.table : undefined;
  const own = wanted === undefined || wanted === null ? null : tableNamed(scope, wanted);
  if (own?.ok === false) return own;
  const table = own?.value ?? usual;
  const made: { [key: string]: NonNullable<Json> } = {};
  for (const [name, value] of Object.entries(given)) {
    const kind = kindOf(settings, name);
    if (kind === undefined)
      return err(`${what} has no setting ‘${name}’: it has ${Object.keys(settings).join(', ')}`);
    if (value === null) continue;
    const read = readers[kind](value, table, scope);
    if (!read.ok) return read;
    if (read.value !== null) made[name] = read.value;
  }
  return ok(made);
}
