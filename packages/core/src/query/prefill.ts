import type { RecordData, Table, ViewConfig } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { FieldEnv } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { isLinkKind } from '../fields/linked-record/link-field.ts';
import { type Filter, isCondition } from './filter.ts';

/** Operators that leave a cell no other value than their operand. */
const naming: ReadonlySet<string> = new Set(['is', 'equals', 'is_exactly']);

/**
 * The cells a record needs to pass the plain conditions of a view, so that one that is made there stays there: those
 * that must hold (all of an `and`, or a group's only item) and name a value. What the field refuses is left out, such
 * as a date that moves with today.
 */
export function prefilledCells(
  { filters }: Pick<ViewConfig, 'filters'>,
  table: Table,
  env: FieldEnv,
): RecordData {
  const cells: { [fieldId: string]: NonNullable<CellValue> } = {};
  const walk = (filter: Filter): void => {
    if (filter.conjunction === 'or' && filter.items.length > 1) return;
    for (const item of filter.items) {
      if (!isCondition(item)) {
        walk(item);
        continue;
      }
      const field = table.fields.find(({ id }) => id === item.fieldId);
      if (field === undefined || !naming.has(item.operator)) continue;
      const type = anyFieldType(field.type);
      // Links are made of their own, once the record is there.
      if (type.readOnly || isLinkKind(field.type)) continue;
      const checked = type.validate(item.value ?? null, field.template);
      const test = type.operators[item.operator]?.prepare(item.value, field.template, env);
      if (!checked.ok || checked.value === null || !test?.ok) continue;
      // An instant that stands for a day is not that day everywhere.
      if (test.value(checked.value)) cells[field.id] ??= checked.value;
    }
  };
  if (filters !== null) walk(filters);
  return cells;
}
