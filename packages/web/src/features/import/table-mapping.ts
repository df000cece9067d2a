import {
  type Field,
  fold,
  isLinkField,
  isSelectField,
  type Table,
  takesManyOptions,
  whyNotPrimary,
} from '@weft/core';
import { isImportable } from '@weft/imports';
import type { ImportPreview, ImportPreviewColumn } from '@weft/protocol';
import { placeOf } from './column-samples.ts';
import { countOf } from './counts.ts';
import type { ImportOrder } from './import-stream.ts';
import type { Verdict } from './verdict.ts';

/** What a column becomes that gets a field of its own. */
export const newField = 'new';

/** Where the columns of a file go in a table that is there. */
export interface TableMapping {
  readonly table: Table;
  /** Field ids, or `newField`, by source index; columns that are not imported are left out. */
  readonly targets: { readonly [sourceIndex: string]: string };
  /** A row changes the record that has its value in this field; null: each row is a new record. */
  readonly key: string | null;
  readonly createOptions: boolean;
  readonly createLinks: boolean;
}

export type MappingEdit =
  | { readonly type: 'target'; readonly column: number; readonly target: string | null }
  | { readonly type: 'key'; readonly fieldId: string | null }
  | { readonly type: 'createOptions' | 'createLinks'; readonly on: boolean };

/** Fields that take values of a file. */
export const takesColumn = (field: Field): boolean => isLinkField(field) || isImportable(field.type);

const plain = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Each column goes into the field of its name, where there is one. */
export function proposedMapping(table: Table, preview: ImportPreview): TableMapping {
  const free = new Map(table.fields.filter(takesColumn).map((field) => [plain(field.name), field.id]));
  const targets: { [sourceIndex: string]: string } = {};
  for (const { sourceFieldIndex, fieldName } of preview.config.columns) {
    const name = plain(fieldName);
    const fieldId = free.get(name);
    if (fieldId === undefined) continue;
    targets[sourceFieldIndex] = fieldId;
    free.delete(name);
  }
  return { table, targets, key: null, createOptions: true, createLinks: false };
}

export function editMapping(mapping: TableMapping, edit: MappingEdit): TableMapping {
  if (edit.type === 'key') return { ...mapping, key: edit.fieldId };
  if (edit.type !== 'target') return { ...mapping, [edit.type]: edit.on };
  // A field takes one column: it leaves the one it had.
  const others = Object.entries(mapping.targets).filter(
    ([column, target]) => column !== String(edit.column) && (target === newField || target !== edit.target),
  );
  const targets = Object.fromEntries(
    edit.target === null ? others : [...others, [String(edit.column), edit.target]],
  );
  const key = mapping.key !== null && Object.values(targets).includes(mapping.key) ? mapping.key : null;
  return { ...mapping, targets, key };
}

/** The fields that are filled by columns. */
export const filledFields = ({ table, targets }: TableMapping): readonly Field[] => {
  const filled = new Set(Object.values(targets));
  return table.fields.filter(({ id }) => filled.has(id));
};

/** The columns that are imported, each by the field it goes into and its place in the rows of the preview. */
export const mappedColumns = (
  { table, targets }: TableMapping,
  preview: Pick<ImportPreview, 'config'>,
): readonly { readonly name: string; readonly type: Field['type']; readonly at: number }[] =>
  preview.config.columns.flatMap(({ sourceFieldIndex, fieldName, fieldType }) => {
    const target = targets[sourceFieldIndex];
    if (target === undefined) return [];
    const field = table.fields.find(({ id }) => id === target) ?? { name: fieldName, type: fieldType };
    return [{ name: field.name, type: field.type, at: placeOf(preview, sourceFieldIndex) }];
  });

/** The fields by which records can be found. */
export const keyFields = (mapping: TableMapping): readonly Field[] =>
  filledFields(mapping).filter(({ type }) => whyNotPrimary(type) === null);

/** Why the import cannot begin yet; null when it can. */
export const mappingProblem = (mapping: TableMapping): string | null =>
  filledFields(mapping).length === 0
    ? `Match at least one column with a field of ${mapping.table.name}`
    : null;

/** How many of a column's values fit where it goes. */
export function mappingVerdict(column: ImportPreviewColumn, mapping: TableMapping): Verdict {
  const target = mapping.targets[column.sourceFieldIndex];
  if (target === undefined) return { tone: 'out', words: 'Not imported' };
  const field = mapping.table.fields.find(({ id }) => id === target);
  if (field === undefined) return { tone: 'fits', words: 'New field' };
  const { alternatives, labels } = column.fieldValidation;
  if (isLinkField(field)) return { tone: 'fits', words: 'Linked by name' };
  if (isSelectField(field)) {
    const found = takesManyOptions(field.type) ? labels.multiple : labels.single;
    const known = new Set(field.template.options.map(({ label }) => label));
    const fresh = found?.filter((label) => !known.has(label)).length;
    if (fresh === undefined) return { tone: 'fits', words: 'Many values' };
    if (fresh === 0) return { tone: 'fits', words: 'All fit' };
    return mapping.createOptions
      ? { tone: 'fits', words: countOf(fresh, 'new option') }
      : { tone: 'misfit', words: `${countOf(fresh, 'value')} without option` };
  }
  const reading = alternatives.find(({ fieldType }) => fieldType === field.type);
  const misfits = column.fieldType === field.type ? 0 : (reading?.misfits ?? 0);
  if (misfits === 0) return { tone: 'fits', words: 'All fit' };
  return { tone: 'misfit', words: `${misfits.toLocaleString()} ${misfits === 1 ? 'doesn’t' : 'don’t'} fit` };
}

/** The mapping as the import call carries it. */
export function describeMapping(
  { table, targets, key, createOptions, createLinks }: TableMapping,
  { config }: ImportPreview,
): Pick<ImportOrder, 'config' | 'fieldMappings' | 'keyFieldId' | 'createOptions' | 'createLinks'> {
  return {
    config: { tableName: table.name },
    fieldMappings: config.columns.flatMap(({ sourceFieldIndex, fieldName }) => {
      const target = targets[sourceFieldIndex];
      if (target === undefined) return [];
      return [
        target === newField ? { sourceFieldIndex, fieldName } : { sourceFieldIndex, targetFieldId: target },
      ];
    }),
    ...(key !== null && { keyFieldId: key }),
    createOptions,
    createLinks,
  };
}
