import type { Table } from '@weft/core';
import { ok, type Result } from '@weft/std';
import type { Refusal } from './definition.ts';
import { refuse } from './refusal.ts';

/** Characters, of tables, fields and views. */
const longestName = 255;

const folded = (name: string): string => name.trim().toLowerCase();

function checked(name: string, what: string): Result<string, Refusal> {
  const trimmed = name.trim();
  if (trimmed.length > longestName)
    return refuse('invalid', `${what} names have at most ${longestName} characters`, 'name');
  return ok(trimmed);
}

/** A table's name, trimmed: required and unique without regard to case (specification 3, section 5). */
export function tableName(name: string, others: readonly Table[]): Result<string, Refusal> {
  const trimmed = checked(name, 'Table');
  if (!trimmed.ok) return trimmed;
  if (trimmed.value === '') return refuse('invalid', 'Table name is required', 'name');
  if (others.some((table) => folded(table.name) === folded(trimmed.value))) {
    return refuse('conflict', 'A table with this name already exists', 'name');
  }
  return trimmed;
}

/** A view's name, trimmed: required and unique in its table without regard to case. */
export function viewName(
  name: string,
  others: readonly { readonly name: string }[],
): Result<string, Refusal> {
  const trimmed = checked(name, 'View');
  if (!trimmed.ok) return trimmed;
  if (trimmed.value === '') return refuse('invalid', 'View name is required', 'name');
  if (others.some((view) => folded(view.name) === folded(trimmed.value))) {
    return refuse('conflict', 'A view with this name already exists', 'name');
  }
  return trimmed;
}

/** A field's name, trimmed and unique in its table; a blank one becomes 'Field 2', the first free number. */
export function fieldName(
  name: string,
  others: readonly { readonly name: string }[],
): Result<string, Refusal> {
  const trimmed = checked(name, 'Field');
  if (!trimmed.ok) return trimmed;
  const taken = new Set(others.map((other) => folded(other.name)));
  if (trimmed.value === '') {
    let number = others.length + 1;
    while (taken.has(`field ${number}`)) number++;
    return ok(`Field ${number}`);
  }
  if (taken.has(folded(trimmed.value)))
    return refuse('conflict', 'A field with this name already exists', 'name');
  return trimmed;
}

/** `name`, or `name (2)`, `name (3)`, … whichever is free. */
export function uniqueName(name: string, others: readonly { readonly name: string }[]): string {
  const taken = new Set(others.map((other) => folded(other.name)));
  if (!taken.has(folded(name))) return name;
  let number = 2;
  while (taken.has(folded(`${name} (${number})`))) number++;
  return `${name} (${number})`;
}
