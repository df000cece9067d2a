/** Somebody who has a cell of the table selected. */
export interface PersonInCell {
  readonly userId: string;
  readonly name: string;
  readonly recordId: string;
  readonly fieldId: string;
}

/** Who else is in the table's cells. */
export interface GridPeople {
  /** The same array until somebody comes, goes or selects another cell. */
  readonly inCells: () => readonly PersonInCell[];
  readonly subscribe: (listener: () => void) => () => void;
}
