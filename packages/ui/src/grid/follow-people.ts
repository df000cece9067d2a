import type { GridController } from './grid-controller.ts';

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
