import type { CellValue, FieldKind } from '@weft/core';
import { type Columns, noColumns } from './model/columns.ts';
import type { Range, Selection } from './model/selection.ts';

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

/** Overlays beside the selection. */
export interface Marks {
  readonly copied: Range | null;
  /** What a drag of the selection's corner would fill. */
  readonly filling: Range | null;
  /** The gap that dragged rows would go to: 0 is before the first row. */
  readonly dropGap: number | null;
  /** Whether the selection can be dragged by its corners, as a finger that rested on the cells has it. */
  readonly grips: boolean;
}

/** The grid's state, beside its records. */
export interface GridState {
  readonly columns: Columns;
  /** Scrolled columns [from, to) in the window. */
  readonly shown: readonly [number, number];
  readonly selection: Selection | null;
  readonly marks: Marks;
  readonly editing: Editing | null;
  /** The cell whose images are looked at. */
  readonly viewing: { readonly recordId: string; readonly fieldId: string } | null;
  readonly checked: ReadonlySet<string>;
  readonly rowCount: number;
  readonly countKnown: boolean;
}

/** The initial state of a table's grid. */
export const untouched = {
  selection: null,
  marks: { copied: null, filling: null, dropGap: null, grips: false },
  editing: null,
  viewing: null,
  checked: new Set<string>(),
} as const;

/** The state and who listens to it: the React parts around the cells. */
export class GridStore {
  readonly #listeners = new Set<() => void>();
  #state: GridState = {
    ...untouched,
    columns: noColumns,
    shown: [0, 0],
    rowCount: 0,
    countKnown: false,
  };

  get = (): GridState => this.#state;

  set(part: Partial<GridState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Most rows of one gesture: more is refused with a notice, never done in part. */
export const maxRows = 50_000;

/** Most rows that are cleared or deleted optimistically; more are left to `GridActions`, which need not load them. */
export const maxAhead = 5_000;
