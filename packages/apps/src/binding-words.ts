import { type Field, isSelectField, type Table } from '@weft/core';
import { type App, pageOf } from './app-document.ts';
import type { Binding } from './bindings.ts';

/** What a person is besides the fields of their record. */
export const personFields = [
  { value: '$email', label: 'Email they sign in with' },
  { value: '$name', label: 'Name' },
  { value: '$id', label: 'Their record' },
] as const;

export const recordItself = { value: '$id', label: 'The record itself' } as const;

/** An app with the tables that it shows. */
export interface AppWithTables {
  readonly app: App;
  readonly tables: readonly Table[];
}

const fieldsOf = ({ tables }: AppWithTables, id: string | null): readonly Field[] =>
  tables.find((table) => table.id === id)?.fields ?? [];

/** Whom a value is of: the page, whose record it may take; null: there is none. */
export interface BoundAt {
  readonly editing: AppWithTables;
  readonly page: string | null;
}

export const peopleFields = ({ editing }: BoundAt): readonly Field[] =>
  fieldsOf(editing, editing.app.users?.tableId ?? null);

export const recordFields = ({ editing, page }: BoundAt): readonly Field[] =>
  page === null ? [] : fieldsOf(editing, pageOf(editing.app, page)?.table ?? null);

const nameIn = (fields: readonly Field[], id: string): string =>
  fields.find((field) => field.id === id)?.name ?? 'a field that is gone';

/** A value as it is written, in words. */
function literalWords(field: Field | null, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => literalWords(field, each)).join(' or ');
  if (typeof value === 'boolean') return value ? 'ticked' : 'not ticked';
  if (field !== null && isSelectField(field))
    return field.template.options.find((option) => option.value === value)?.label ?? 'an option that is gone';
  if (typeof value === 'object' && value !== null) return 'that time';
  return String(value);
}

/** Where a value comes from, in words: 'today', 'their Company'. */
export function bindingWords(bound: Binding, at: BoundAt, field: Field | null): string {
  if (bound.from === 'literal') return literalWords(field, bound.value);
  if (bound.from === 'user') {
    const known = personFields.find(({ value }) => value === bound.field);
    if (known?.value === '$id') return 'the signed-in person';
    return `their ${known === undefined ? nameIn(peopleFields(at), bound.field) : known.value === '$email' ? 'email' : 'name'}`;
  }
  if (bound.from === 'record')
    return bound.field === '$id' ? 'this record' : `this record’s ${nameIn(recordFields(at), bound.field)}`;
  if (bound.from === 'url') return `‘${bound.name}’ of the address`;
  if (bound.from === 'today') {
    const { plusDays = 0 } = bound;
    const days = `${Math.abs(plusDays)} ${Math.abs(plusDays) === 1 ? 'day' : 'days'}`;
    return plusDays === 0 ? 'today' : plusDays > 0 ? `${days} from today` : `${days} ago`;
  }
  return `${bindingWords(bound.left, at, null)} ${bound.op} ${bindingWords(bound.right, at, null)}`;
}
