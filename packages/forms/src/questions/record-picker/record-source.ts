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

/** A field of a connected service whose values are offered. */
export interface ServiceList {
  readonly serviceId: string;
  readonly serviceType: string;
  /** The steps to what holds it: a base and a table. */
  readonly settings: { readonly [step: string]: string };
  /** Its name as it was when it was chosen. */
  readonly field: { readonly id: string; readonly name: string };
}

const mostSteps = 20;
const longestStep = 1_000;

const isTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= mostSteps &&
  Object.entries(value).every(
    ([key, text]) => key.length <= 100 && typeof text === 'string' && text.length <= longestStep,
  );

const serviceListRule = anObject({
  serviceId: anId('svc'),
  serviceType: aText(40),
  settings: propRule({ type: 'object' }, isTexts),
  field: anObject({ id: aText(500), name: aText(longestName) }),
});

const tableRule = anObject({
  base: anId('bas'),
  table: named('tbl'),
  fields: aList(named('fld'), mostShownFields),
  filter: propRule(
    { anyOf: [{ type: 'null' }, conditionsRule.schema] },
    (value) => value === null || conditionsRule(value),
  ),
});

/** A value of a document that names a source: a table of ours, or a field of a connected service. */
export const recordSourceRule = propRule(
  { anyOf: [tableRule.schema, serviceListRule.schema] },
  (value) => tableRule(value) || serviceListRule(value),
);

/** Whether a picker may show a field: it holds texts, in which visitors search. */
export const isPickable = ({ type }: Pick<Field, 'type'>): boolean =>
  'contains' in anyFieldType(type).operators;

/** The source of a picker, which `recordSourceRule` has passed; null: none is chosen. */
export function recordSourceOf({ settings }: Pick<Question, 'settings'>): RecordSource | null {
  const source = (settings.source ?? null) as unknown as RecordSource | ServiceList | null;
  return source !== null && 'base' in source ? source : null;
}

/** The list of a connected service that a picker offers; null: it offers records of ours, or nothing yet. */
export function serviceListOf({ settings }: Pick<Question, 'settings'>): ServiceList | null {
  const source = (settings.source ?? null) as unknown as RecordSource | ServiceList | null;
  return source !== null && 'serviceId' in source ? source : null;
}

/** A source as a property of a document keeps it. */
export const recordSourceJson = (source: RecordSource | ServiceList): NonNullable<Json> =>
  source as unknown as NonNullable<Json>;
