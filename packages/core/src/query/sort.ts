import { compareText, type Fault } from '@weft/std';
import type { BaseRecord, Table } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import { type Column, type ColumnEnv, findColumn } from './column.ts';
import type { Sort } from './filter.ts';

export type RecordOrder = (a: BaseRecord, b: BaseRecord) => number;

/** The table's own order. */
export const compareRecords: RecordOrder = (a, b) => a.position - b.position || compareText(a.id, b.id);

function compareCells(a: CellValue, b: CellValue, column: Column, sign: 1 | -1): number {
  const x = a ?? column.empty;
  const y = b ?? column.empty;
  // Empty cells come last in both directions.
  if (x === null || y === null) return Number(x === null) - Number(y === null);
  return sign * column.compare(x, y);
}

/** The order a list of keys gives, ties in the table's own order; keys of fields that are gone are left out. */
export function compileSort(sort: Sort, table: Table, env: ColumnEnv = {}): RecordOrder {
  const keys = sort.flatMap(({ fieldId, direction }) => {
    const column = findColumn(table, fieldId, env);
    return column === undefined
      ? []
      : [{ column, sign: direction === 'desc' ? (-1 as const) : (1 as const) }];
  });
  if (keys.length === 0) return compareRecords;
  return (a, b) => {
    for (const { column, sign } of keys) {
      const read = column.orderedBy ?? column.read;
      const order = compareCells(read(a), read(b), column, sign);
      if (order !== 0) return order;
    }
    return compareRecords(a, b);
  };
}

/** Everything that is wrong with the keys of a call. */
export function checkSort(sort: Sort, table: Table): readonly Fault[] {
  return sort.flatMap(({ fieldId }, index) =>
    findColumn(table, fieldId) === undefined
      ? [{ path: `sort.${index}.fieldId`, reason: 'The table has no such field' }]
      : [],
  );
}
