import type { ActionType } from './action.ts';
import type { Change } from './change.ts';

/** An action as the log remembers it and as readers learn of it. */
export interface LoggedAction {
  readonly id: string;
  readonly type: ActionType;
  readonly label: string;
  readonly userId: string;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly isUndo: boolean;
  readonly isRedo: boolean;
  readonly groupId?: string;
  /** Null where they are too large for the feed (an import): refetch the tables named in `reload`. */
  readonly changes: readonly Change[] | null;
  readonly reload?: readonly string[];
}

/** The result of undo or redo. */
export interface Stepped {
  readonly actions: readonly Pick<LoggedAction, 'id' | 'type' | 'label'>[];
  /** Null when they are too many for the answer: refetch. */
  readonly changes: readonly Change[] | null;
  readonly conflicts: readonly Conflict[];
}

/** A part of a step that was not undone or redone, and why. */
export interface Conflict {
  readonly actionId: string;
  readonly recordId?: string;
  readonly fieldId?: string;
  /** The user whose later change stands in the way. */
  readonly by: string;
  readonly reason: string;
}
