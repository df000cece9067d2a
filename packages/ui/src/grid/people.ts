import type { GridController } from './grid-controller.ts';

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

/** Shows a person's name while the pointer is over the cell they have selected. Returns the clean-up. */
export function followPeople(grid: GridController, rows: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  rows.addEventListener(
    'pointerover',
    (event) => {
      if ((grid.props.people?.inCells().length ?? 0) > 0)
        grid.pointAt(grid.placeAt(event.clientX, event.clientY));
    },
    { signal },
  );
  rows.addEventListener('pointerleave', () => grid.pointAt(null), { signal });
  return () => stop.abort();
}
