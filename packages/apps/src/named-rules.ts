import type { Table } from '@weft/core';
import type { Json, Props } from '@weft/documents';
import { err, ok, type Result } from '@weft/std';
import { conditionsNamed, fieldNamed, type NamedScope, valuesNamed } from './named-settings.ts';

type Given = { readonly [key: string]: Json };
type Value = NonNullable<Json>;

const isObject = (value: Json): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldIds(table: Table, value: Json): Result<Value> {
  const ids: string[] = [];
  for (const name of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
    const field = fieldNamed(table, name);
    if (!field.ok) return field;
    ids.push(field.value.id);
  }
  return ok(ids);
}

const kinds = 'The rows of a rule have a kind: all, own, linked or when';

function rowsNamed(table: Table, given: Json, scope: NamedScope): Result<Value> {
  if (given === 'all') return ok({ kind: 'all' });
  if (!isObject(given)) return err(kinds);
  const { kind } = given;
  if (kind === 'all') return ok({ kind });
  if (kind === 'when') {
    const filter = conditionsNamed(given.filter ?? null, table, scope);
    return filter.ok ? ok({ kind, filter: filter.value }) : filter;
  }
  if (kind !== 'own' && kind !== 'linked') return err(kinds);
  const field = fieldNamed(table, given.field ?? null);
  if (!field.ok || kind === 'own') return field.ok ? ok({ kind: 'own', field: field.value.id }) : field;
  const people = scope.tables.find(({ id }) => id === scope.users) ?? null;
  const via = fieldNamed(people, given.via ?? null);
  return via.ok ? ok({ kind, field: field.value.id, via: via.value.id }) : via;
}

type Reader = (table: Table, value: Json, scope: NamedScope) => Result<Value>;
const asGiven: Reader = (_table, value) => ok(value as Value);

const readers: { readonly [name: string]: Reader } = {
  who: asGiven,
  can: asGiven,
  rows: rowsNamed,
  fields: fieldIds,
  writable: fieldIds,
  presets: (table, value, scope) => valuesNamed(value, table, scope),
};

/** The settings of a rule by names of fields, as settings by their ids; what is null is left out. */
export function ruleNamed(table: Table, given: Given, scope: NamedScope): Result<Props> {
  const made: { [key: string]: Value } = {};
  for (const [key, value] of Object.entries(given)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (read === undefined)
      return err(`A rule has no setting ‘${key}’: it has ${Object.keys(readers).join(', ')}`);
    if (value === null) continue;
    const one = read(table, value, scope);
    if (!one.ok) return one;
    made[key] = one.value;
  }
  return ok(made);
}
