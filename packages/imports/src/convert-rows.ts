import { type CellValue, isQuietRaw } from '@weft/core';
import { unfit } from './convert/convert-text.ts';
import type { ImportPlan } from './plan.ts';
import { type ReportEntry, unfitEntry } from './report.ts';

/** One row of the plan's columns, in their order. */
export interface ConvertedRow {
  readonly values: CellValue[];
  /** Texts that do not fit, by field id; null when all do. */
  readonly raw: { [fieldId: string]: string } | null;
}

/** A function that converts the cells of one row; missing cells are empty, cells beyond the plan are left out. */
export function createRowConverter(plan: ImportPlan): (cells: readonly string[]) => ConvertedRow {
  const sources = plan.columns.map((column) => column.sourceIndex);
  const converts = plan.columns.map((column) => column.converter.convert);
  const fieldIds = plan.columns.map((column) => column.field.id);
  return (cells) => {
    const values: CellValue[] = new Array(converts.length);
    let raw: { [fieldId: string]: string } | null = null;
    for (let i = 0; i < converts.length; i++) {
      const cell = cells[sources[i] as number] ?? '';
      const value = cell === '' ? null : (converts[i] as (text: string) => CellValue | typeof unfit)(cell);
      if (value === unfit) {
        raw ??= {};
        raw[fieldIds[i] as string] = cell;
        values[i] = null;
      } else values[i] = value;
    }
    return { values, raw };
  };
}

/** The report's lines for a converted row. `row` counts imported rows from 1, `line` is the file's. */
export function unfitEntries(
  plan: ImportPlan,
  converted: ConvertedRow,
  row: number,
  line: number,
): ReportEntry[] {
  const { raw } = converted;
  if (!raw) return [];
  return plan.columns.flatMap(({ field }) => {
    const text = raw[field.id];
    // What says that there is no value is no failure: the review counted it.
    return text === undefined || isQuietRaw(field.type, text) ? [] : [unfitEntry(field, text, row, line)];
  });
}
