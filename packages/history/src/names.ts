import type { BaseMetadata } from '@weft/core';
import { ok, type Result } from '@weft/std';
import type { Refusal } from './definition.ts';
import { refuse } from './refusal.ts';

/** Characters, of tables, fields and views. */
export const longestName = 255;

interface Named {
  readonly name: string;
}

const folded = (name: string): string => name.trim().toLowerCase();

/** A name, trimmed: unique among the others without regard to case. */
function settled(name: string, what: string, others: readonly Named[]): Result<string, Refusal> {
  const trimmed = name.trim();
  if (trimmed.length > longestName)
    return refuse('invalid', `${what} names have at most ${longestName} characters`, 'name');
  if (others.some((other) => folded(other.name) === folded(trimmed)))
    return refuse('conflict', `A ${what.toLowerCase()} with this name already exists`, 'name');
  return ok(trimmed);
}

/** The name of a table or a view, which cannot be blank (specification 3, section 5). */
export const requiredName = (
  name: string,
  what: 'Table' | 'View',
  others: readonly Named[],
): Result<string, Refusal> =>
  name.trim() === '' ? refuse('invalid', `${what} name is required`, 'name') : settled(name, what, others);

/** The name of a field; a blank one becomes 'Field 2', the first free number. */
export function fieldName(name: string, others: readonly Named[]): Result<string, Refusal> {
  if (name.trim() !== '') return settled(name, 'Field', others);
  const taken = new Set(others.map((other) => folded(other.name)));
  let number = others.length + 1;
  while (taken.has(`field ${number}`)) number++;
  return ok(`Field ${number}`);
}

/** `name`, or `name (2)`, `name (3)`, … whichever is free. */
export function uniqueName(name: string, others: readonly Named[]): string {
  const taken = new Set(others.map((other) => folded(other.name)));
  if (!taken.has(folded(name))) return name;
  let number = 2;
  while (taken.has(folded(`${name} (${number})`))) number++;
  return `${name} (${number})`;
}

/**
 * The name of a restored part: the one it had when it was deleted (`went`), for a colleague may have renamed it after
 * the step; but a number that it got at an earlier restore is dropped again (`was`: its name in the step).
 */
export function returningName(went: string, was: string, others: readonly Named[]): string {
  const numbered = went.startsWith(was) && /^ \(\d+\)$/.test(went.slice(was.length));
  return uniqueName(numbered ? was : went, others);
}

const grouped = new Intl.NumberFormat('en');

/** How many of a thing a label says: 'a record', '1,000 records'. Labels are English, whoever reads them. */
export const countLabel = (count: number, thing: string): string =>
  count === 1 ? `a ${thing}` : `${grouped.format(count)} ${thing}s`;

/** What a table, or a field or view in it, is called; '' when it is not there. */
export function nameIn(
  { tables }: BaseMetadata,
  ids: { readonly tableId: string; readonly fieldId?: string; readonly viewId?: string },
): string {
  const table = tables.find(({ id }) => id === ids.tableId);
  const part = ids.fieldId ?? ids.viewId;
  const named =
    part === undefined
      ? table
      : [...(table?.fields ?? []), ...(table?.views ?? [])].find(({ id }) => id === part);
  return named?.name ?? '';
}
