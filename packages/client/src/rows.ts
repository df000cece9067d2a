import type { BaseRecord } from '@weft/core';

/** What changed in a list of rows; the shape the grid listens to. */
export type RowsChange =
  | { readonly kind: 'cells'; readonly recordIds: ReadonlySet<string> }
  | { readonly kind: 'rows' };

/** The rows of one view as a grid reads them. */
export interface Rows {
  readonly rowCount: number;
  readonly countKnown: boolean;
  row(index: number): BaseRecord | undefined;
  ensure(from: number, to: number): void;
  indexOf(recordId: string): number;
  /** Rows [from, to), read where they are not here; what is looked at stays as it is. */
  read(from: number, to: number): Promise<readonly BaseRecord[]>;
  /**
   * The rows [first, last] a person is on (null: none). What they do to these records moves or hides them only once
   * they are on others; `keep`: nor yet. True when rows have moved at this call.
   */
  hold(rows: readonly [number, number] | null, keep?: boolean): boolean;
  subscribe(listener: (change: RowsChange) => void): () => void;
}

/** Listeners of a list of rows. */
export class Listeners {
  readonly #listeners = new Set<(change: RowsChange) => void>();

  subscribe(listener: (change: RowsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(change: RowsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
