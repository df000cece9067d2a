import type { CellValue, FieldKind } from '@weft/core';
import type { Columns } from './model/columns.ts';
import type { Selection } from './model/selection.ts';

/** The cell being edited. */
export interface Editing {
  readonly recordId: string;
  readonly fieldId: string;
  /** What the field was when the edit began. */
  readonly kind: FieldKind;
  readonly value: CellValue;
  readonly raw: string | undefined;
  /** What was typed to begin the edit and replaces the cell; undefined edits what is there. */
  readonly initialText: string | undefined;
}

/** What the React parts around the cells show. */
export interface GridState {
  readonly columns: Columns;
  /** Scrolled columns [from, to) in the window. */
  readonly shown: readonly [number, number];
  readonly selection: Selection | null;
  readonly editing: Editing | null;
  readonly checked: ReadonlySet<string>;
  readonly rowCount: number;
  readonly countKnown: boolean;
}

/** Rows of one gesture at most: more is refused with a sentence, never done in part. */
export const mostRows = 50_000;

/** Rows that are emptied or deleted at once on screen; more are left to the owner of the rows, who need not read them. */
export const mostAhead = 5_000;
