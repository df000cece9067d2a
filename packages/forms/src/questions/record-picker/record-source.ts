import { anyFieldType, type Field, type Filter } from '@weft/core';
import { aList, anId, anObject, aText, type Json, type PropRule, propRule } from '@weft/documents';
import { conditionsRule } from '../../conditions.ts';
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

const named = (kind: 'tbl' | 'fld'): PropRule => anObject({ id: anId(kind), name: aText(longestName) });

/** A value of a document that names a source. */
export const recordSourceRule = anObject({
  base: anId('bas'),
  table: named('tbl'),
  fields: aList(named('fld'), mostShownFields),
  filter: propRule(
    { anyOf: [{ type: 'null' }, conditionsRule.schema] },
    (value) => value === null || conditionsRule(value),
  ),
});

/** Whether a picker may show a field: it holds texts, in which visitors search. */
export const isPickable = ({ type }: Pick<Field, 'type'>): boolean =>
  'contains' in anyFieldType(type).operators;

/** The source of a picker, which `recordSourceRule` has passed; null: none is chosen. */
export const recordSourceOf = ({ settings }: Pick<Question, 'settings'>): RecordSource | null =>
  (settings.source ?? null) as unknown as RecordSource | null;

/** A source as a property of a document keeps it. */
export const recordSourceJson = (source: RecordSource): NonNullable<Json> =>
  source as unknown as NonNullable<Json>;
