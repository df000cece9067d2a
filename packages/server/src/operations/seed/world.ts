import type { CellValue, FieldKind, palette } from '@weft/core';
import { must } from '@weft/std';
import type { Visitor } from './visitor.ts';

/** A world to begin with: makes what it is made of through the public calls. */
export type World = (visitor: Visitor, say: (line: string) => void) => Promise<void>;

export interface FieldPlan {
  readonly name: string;
  readonly type: FieldKind;
  readonly template?: { readonly [key: string]: unknown };
}

/** A row by the keys of its fields. */
export type RowPlan<K extends string> = { readonly [key in K]?: CellValue };

/** Records of one call. */
const together = 1_000;

export interface MadeTable<K extends string> {
  readonly basePublicId: string;
  readonly tableId: string;
  readonly viewId: string;
  readonly fieldIds: { readonly [key in K]: string };
}

/** Makes a table with its rows; the first field is the primary one. */
export async function makeTable<K extends string>(
  visitor: Visitor,
  basePublicId: string,
  name: string,
  fields: { readonly [key in K]: FieldPlan },
  rows: readonly RowPlan<K>[],
): Promise<MadeTable<K>> {
  const keys = Object.keys(fields) as K[];
  const sent = keys.map((key) => fields[key]);
  const { table } = await visitor.call('tables.create', { basePublicId, name, fields: sent });
  const inOrder = table.fields.toSorted((a, b) => a.order - b.order);
  const fieldIds = Object.fromEntries(keys.map((key, at) => [key, must(inOrder[at]).id])) as {
    [key in K]: string;
  };
  for (let from = 0; from < rows.length; from += together) {
    const records = rows.slice(from, from + together).map((row) => ({
      data: Object.fromEntries(
        keys.flatMap((key) => (row[key] === undefined ? [] : [[fieldIds[key], row[key]]])),
      ),
    }));
    await visitor.call('records.create', { basePublicId, tableId: table.id, records });
  }
  return { basePublicId, tableId: table.id, viewId: must(table.views[0]).id, fieldIds };
}

/** Options of a select whose stored values are easy to write: `{ todo: 'To do' }`. */
export const options = (labels: {
  readonly [value: string]: readonly [label: string, color: (typeof palette)[number]];
}): { readonly [key: string]: unknown } => ({
  options: Object.entries(labels).map(([value, [label, color]]) => ({ value, label, color })),
  disableColors: false,
});

/** A small generator with a fixed seed (mulberry32): a world is the same every time. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const day = 86_400_000;

/** The calendar day so many days from today, as cells hold it. */
export const daysFromNow = (days: number): string =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T00:00:00.000Z`;
