import { type Change, editedFields } from '@weft/history';

/** How often what a list depends on has changed; two readings are alike while nothing of it has. */
export interface Stamp {
  /** Rows that came and went, and the fields themselves. */
  readonly rows: number;
  /** Cells of the fields the list looks at. */
  readonly cells: number;
}

/** The changes of one table since this process opened the base, counted by what they touch. */
export class TableChanges {
  #rows = 0;
  #anyCell = 0;
  readonly #cells = new Map<string, number>();

  add(changes: readonly Change[]): void {
    for (const change of changes) {
      const fieldIds = editedFields(change);
      if (fieldIds.length === 0) {
        this.#rows++;
        continue;
      }
      this.#anyCell++;
      for (const fieldId of fieldIds) this.#cells.set(fieldId, (this.#cells.get(fieldId) ?? 0) + 1);
    }
  }

  /** Everything may have changed. */
  forget(): void {
    this.#rows++;
  }

  /** The stamp of a list that looks at these fields; a change of any cell moves `$updatedAt`. */
  stamp(fieldIds: readonly string[]): Stamp {
    let cells = 0;
    for (const fieldId of fieldIds)
      cells += fieldId === '$updatedAt' ? this.#anyCell : (this.#cells.get(fieldId) ?? 0);
    return { rows: this.#rows, cells };
  }
}
