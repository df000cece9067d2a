import type { CellValue, FieldKind, OptionColor, SelectTemplate, Template } from '@weft/core';
import type { CallRequest } from '@weft/protocol';
import { must } from '@weft/std';
import type { Visitor } from './visitor.ts';

/** A world to begin with: makes what it is made of through the public calls. */
export type World = (visitor: Visitor, say: (line: string) => void) => Promise<void>;

/** A field's name, its kind, and the settings that differ from a new field's. */
export type FieldPlan = {
  readonly [K in FieldKind]: readonly [name: string, kind: K, settings?: Partial<Template<K>>];
}[FieldKind];

type Cells<K extends string, T> = { readonly [key in K]?: T };
type ViewConfig = NonNullable<CallRequest<'views.create'>['view']['config']>;

/** A table just made; rows name their cells by the keys of its fields. */
interface MadeTable<K extends string> {
  readonly fieldIds: { readonly [key in K]: string };
  /** Adds rows, each with the texts of `raw` that fit no value. */
  fill(rows: readonly Cells<K, CellValue>[], raw?: readonly Cells<K, string>[]): Promise<void>;
  view(name: string, config: ViewConfig): Promise<void>;
}

/** Records of one call. */
const together = 1_000;

/** Makes a table; the first field is the primary one. */
export async function makeTable<K extends string>(
  visitor: Visitor,
  basePublicId: string,
  name: string,
  plans: { readonly [key in K]: FieldPlan },
): Promise<MadeTable<K>> {
  const keys = Object.keys(plans) as K[];
  const fields = keys.map((key) => {
    const [fieldName, type, settings] = plans[key];
    return { name: fieldName, type, ...(settings && { template: { ...settings } }) };
  });
  const { table } = await visitor.call('tables.create', { basePublicId, name, fields });
  const inOrder = table.fields.toSorted((a, b) => a.order - b.order);
  const fieldIds = Object.fromEntries(keys.map((key, at) => [key, must(inOrder[at]).id])) as {
    [key in K]: string;
  };
  const inTable = { basePublicId, tableId: table.id };
  const byFieldId = <T>(cells: Cells<K, T> = {}) =>
    Object.fromEntries(
      keys.flatMap((key) => (cells[key] === undefined ? [] : [[fieldIds[key], cells[key]]])),
    ) as { [fieldId: string]: T };
  return {
    fieldIds,
    fill: async (rows, raw = []) => {
      const records = rows.map((row, at) => ({ data: byFieldId(row), raw: byFieldId(raw[at]) }));
      for (let from = 0; from < records.length; from += together)
        await visitor.call('records.create', { ...inTable, records: records.slice(from, from + together) });
    },
    view: async (viewName, config) => {
      await visitor.call('views.create', { ...inTable, view: { name: viewName, config } });
    },
  };
}

/** Options of a select whose stored values are easy to write: `{ todo: ['To do', 'Gray'] }`. */
export const options = (labels: {
  readonly [value: string]: readonly [label: string, color: OptionColor];
}): SelectTemplate => ({
  options: Object.entries(labels).map(([value, [label, color]]) => ({ value, label, color })),
  disableColors: false,
});

const day = 86_400_000;

/** The calendar day so many days from today, as cells hold it. */
export const daysFromNow = (days: number): string =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T00:00:00.000Z`;
