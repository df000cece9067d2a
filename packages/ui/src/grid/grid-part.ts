import type { GridController } from './grid-controller.ts';
import type { GridState } from './grid-store.ts';

/** What each React part of the grid is given. */
export interface GridPartProps {
  readonly grid: GridController;
  readonly state: GridState;
}
