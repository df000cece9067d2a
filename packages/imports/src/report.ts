import { type Field, fieldTypes } from '@weft/core';
import type { RowFault } from './csv/row-fault.ts';
import { csvLine } from './export/csv-line.ts';

/** One line of the report a person downloads after an import. */
export interface ReportEntry {
  /** The row of the table, from 1; null for a row that was not imported. */
  readonly row: number | null;
  /** The line of the file on which the row begins; null: it comes from no file. */
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** The first line of the report. */
export const reportHeader = (): string => csvLine(['Row', 'Line', 'Column', 'Value', 'Reason']);

export const reportLine = (entry: ReportEntry): string =>
  csvLine([
    entry.row === null ? '' : `${entry.row}`,
    entry.line === null ? '' : `${entry.line}`,
    entry.column,
    entry.value,
    entry.reason,
  ]);

/** A row that was rejected; `names` are the columns' names by source index. */
export const rejectedEntry = (fault: RowFault, names: readonly string[]): ReportEntry => ({
  row: null,
  line: fault.line,
  column: names[fault.columnIndex] ?? `Field ${fault.columnIndex + 1}`,
  value: fault.value,
  reason: `${fault.reason}. The row was not imported`,
});

/** A cell whose text does not fit its field. */
export const unfitEntry = (field: Field, value: string, row: number, line: number): ReportEntry => ({
  row,
  line,
  column: field.name,
  value,
  reason: `The text does not fit the type ${fieldTypes[field.type].label}. It was kept as text`,
});
