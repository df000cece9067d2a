import type { FieldEnv, FieldKind, Template, Value } from '@weft/core';
import type { CopyBuffer } from './copy-buffer.ts';

/** A piece of SQL with the values it binds: `?` stands for each in turn. Values never become text of a statement. */
export interface Fragment {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const fragment = (text: string, ...values: readonly unknown[]): Fragment => ({ text, values });

/** Puts fragments together. */
export const join = (fragments: readonly Fragment[], separator: string): Fragment => ({
  text: fragments.map((one) => one.text).join(separator),
  values: fragments.flatMap((one) => one.values),
});

/**
 * A condition of a filter; its operand has been checked by core, so its shape is known. NULL counts as false:
 * conditions are joined by AND and OR alone, and a bare comparison is one that the planner knows statistics of.
 */
export type SqlOperator<T> = (column: string, operand: unknown, template: T, env: FieldEnv) => Fragment;

/** What the database needs to know of a kind of field. One file, one line in `sql-field-types.ts`. */
export interface SqlFieldType<K extends FieldKind, V = Value<K>, T = Template<K>> {
  /** Null: the kind has no column of its own. */
  readonly columnType: string | null;
  /** What such a kind shows of the record itself, whose row has this alias. */
  readonly ofRecord?: (alias: string) => string;
  /** The type of the array that carries many values of it in one parameter. */
  readonly transport: 'text' | 'float8' | 'int4' | 'boolean' | 'timestamptz';
  readonly toTransport: (value: V) => string | number | boolean;
  /** Turns a transported expression into the column's type. */
  readonly fromTransport: (expression: string) => string;
  /** Writes a value as its column's type reads it in a bulk load. */
  readonly toCopy: (to: CopyBuffer, value: V) => void;
  /** The expressions that order by the column; NULL where the cell is empty. */
  readonly sortKeys: (column: string, template: T) => readonly Fragment[];
  /** Of a kind with few values and one sort key: the key that none comes before. */
  readonly firstKey?: (template: T, descending: boolean) => number | boolean;
  readonly operators: { readonly [name: string]: SqlOperator<T> };
  /** Aggregates that give a tally of a kind with measures, as core's `tallyCell` and `mergeTallies` do. */
  readonly tally?: (column: string) => { readonly sum: string; readonly min: string; readonly max: string };
  /** Of texts as they are stored: the search index holds them. */
  readonly isIndexedText?: true;
  /**
   * Text expressions in which 'Search this table' looks for the wanted text, which is folded; NULL is nothing. A kind
   * leaves out what cannot hold the text.
   */
  readonly searched: (column: string, template: T, env: FieldEnv, wanted: string) => readonly Fragment[];
}
