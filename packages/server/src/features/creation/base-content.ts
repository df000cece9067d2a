import type { CellValue, Table } from '@weft/core';

/** A record of a base that is about to be made; an absent cell is an empty one. */
interface NewBaseRecord {
  readonly id: string;
  readonly cells: ReadonlyMap<string, CellValue>;
}

/** A table of a base that is about to be made: links are in the cells of both sides. */
export interface TableContent {
  readonly table: Table;
  readonly records: readonly NewBaseRecord[];
}
