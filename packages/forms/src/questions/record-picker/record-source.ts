import { anyFieldType, type Field, type Filter, isPlainObject } from '@weft/core';
import type { Json } from '@weft/documents';
import { isId } from '@weft/std';
import { isConditionTree } from '../../conditions.ts';
import type { Question } from '../question.ts';

/** Fields that one picker shows. */
export const mostShownFields = 5;
const longestName = 255;

/** Where the records of a picker come from: what its author makes public. */
export interface RecordSource {
  readonly base: string;
  readonly table: { readonly id: string; readonly name: string };
  /** The fields that are shown and searched, and no others; their names as they were when they were chosen. */
  readonly fields: readonly { readonly id: string; readonly name: string }[];
  /** The records that are offered; null: all of the table. */
  readonly filter: Filter | null;
}

const isNamed = (value: unknown, kind: 'tbl' | 'fld'): boolean => {
  if (!isPlainObject(value)) return false;
  const { id, name, ...more } = value;
  const isName = typeof name === 'string' && name.length <= longestName;
  return Object.keys(more).length === 0 && isName && typeof id === 'string' && isId(kind, id);
};

/** Whether a value of a document names a source. */
export function isRecordSource(value: Json): boolean {
  if (!isPlainObject(value)) return false;
  const { base, table, fields, filter, ...more } = value;
  return (
    Object.keys(more).length === 0 &&
    isId('bas', base) &&
    isNamed(table, 'tbl') &&
    Array.isArray(fields) &&
    fields.length <= mostShownFields &&
    fields.every((field) => isNamed(field, 'fld')) &&
    (filter === null || isConditionTree(filter as Json))
  );
}

/** Whether a picker may show a field: it holds texts, in which visitors search. */
export const isPickable = ({ type }: Pick<Field, 'type'>): boolean =>
  'contains' in anyFieldType(type).operators;

/** The source of a picker, which `isRecordSource` has passed; null: none is chosen. */
export const recordSourceOf = ({ settings }: Pick<Question, 'settings'>): RecordSource | null =>
  (settings.source ?? null) as unknown as RecordSource | null;

/** A source as a property of a document keeps it. */
export const recordSourceJson = (source: RecordSource): NonNullable<Json> =>
  source as unknown as NonNullable<Json>;
