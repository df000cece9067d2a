import type { BaseRecord } from '@weft/core';

/** What changed in a list of rows; the shape the grid listens to. */
export type RowsChange =
  | { readonly kind: 'cells'; readonly recordIds: ReadonlySet<string> }
  | { readonly kind: 'rows' }
  /** Records edited or created here that the view's filter hides, now that nothing holds them in sight. */
  | { readonly kind: 'hidden'; readonly recordIds: ReadonlySet<string> };

/** The rows of one view as a grid reads them. */
export interface Rows {
  readonly rowCount: number;
  /** False while `rowCount` is a guess. */
  readonly countKnown: boolean;
  /** Undefined where the row is not loaded. */
  row(index: number): BaseRecord | undefined;
  /** Loads rows [from, to), which are on screen. */
  ensure(from: number, to: number): void;
  /** -1 where the record is not among the loaded rows. */
  indexOf(recordId: string): number;
  /** Rows [from, to), fetched where they are not loaded; what is on screen stays as it is. */
  read(from: number, to: number): Promise<readonly BaseRecord[]>;
  /**
   * The selected rows [first, last] (null: none). Records edited there keep their place until the selection leaves them;
   * `keep`: those held before stay held too. True when rows have moved at this call.
   */
  hold(rows: readonly [number, number] | null, keep?: boolean): boolean;
  subscribe(listener: (change: RowsChange) => void): () => void;
}

/** The listeners of a list of rows. */
export class RowsListeners {
  readonly #listeners = new Set<(change: RowsChange) => void>();

  subscribe(listener: (change: RowsChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(change: RowsChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
