import { type Field, fold, holdsFiles, isEditable, isLinkField, type Table } from '@weft/core';
import type { ImportedField } from '@weft/protocol';

/** Field ids of ours, by the id of Airtable's field that goes there. */
export type FieldTargets = { readonly [sourceFieldId: string]: string };

/** Fields that take values of a service. */
export const takesValues = ({ type, ...field }: Field): boolean =>
  isEditable(type) || holdsFiles(type) || isLinkField({ type, ...field } as Field);

const plain = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Each field goes into the one of its name, where there is one. */
export function proposedTargets(table: Table, fields: readonly ImportedField[]): FieldTargets {
  const free = new Map(table.fields.filter(takesValues).map((field) => [plain(field.name), field.id]));
  const targets: { [sourceFieldId: string]: string } = {};
  for (const { sourceFieldId, fieldName } of fields) {
    const name = plain(fieldName);
    const target = free.get(name);
    if (target === undefined) continue;
    targets[sourceFieldId] = target;
    free.delete(name);
  }
  return targets;
}

/** A field takes one column: it leaves the one it had. */
export const withTarget = (
  targets: FieldTargets,
  sourceFieldId: string,
  target: string | null,
): FieldTargets => ({
  ...Object.fromEntries(
    Object.entries(targets).filter(([source, taken]) => source !== sourceFieldId && taken !== target),
  ),
  ...(target !== null && { [sourceFieldId]: target }),
});

/** The field that one gets which is to be imported after all: that of its name, or the first of its type; null: neither is free. */
export function freeTarget(
  table: Table,
  targets: FieldTargets,
  { fieldName, fieldType }: ImportedField,
): string | null {
  const taken = new Set(Object.values(targets));
  const free = table.fields.filter((field) => takesValues(field) && !taken.has(field.id));
  const named = free.find((field) => plain(field.name) === plain(fieldName));
  return (named ?? free.find(({ type }) => type === fieldType))?.id ?? null;
}
