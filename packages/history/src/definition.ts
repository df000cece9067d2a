import type { BaseMetadata, BaseRecord, Field, Table, View } from '@weft/core';
import type { Fault, Result } from '@weft/std';
import type { ActionInputs, ActionType } from './action.ts';
import type { Change, ViewUpdate } from './change.ts';
import type { Since } from './fitted.ts';
import type { Room } from './room.ts';

/** What planning an action may read. Only the records and deleted parts that the action's `needs` named are loaded. */
export interface PlanState {
  readonly metadata: BaseMetadata;
  /** Undefined: there is no such record. */
  readonly record: (tableId: string, recordId: string) => BaseRecord | undefined;
  /** The position after the table's last record; each call returns the next one. */
  readonly nextPosition: (tableId: string) => number;
  /**
   * The next number of a field that counts records. Absent in a browser: the server gives it. Undefined for a field that
   * the same step brings back: the numbers it has given were not read.
   */
  readonly nextNumber?: (fieldId: string) => number | undefined;
  /** A soft-deleted field, table or view, or a hard-deleted record, as the log remembers it. */
  readonly deletedField?: (tableId: string, fieldId: string) => Field | undefined;
  readonly deletedTable?: (tableId: string) => Table | undefined;
  readonly deletedRecord?: (tableId: string, recordId: string) => DeletedRecord | undefined;
  /** Whether a record of this id was there and was deleted. Absent: nobody knows, as in a browser. */
  readonly wasDeleted?: (tableId: string, recordId: string) => boolean;
  /** The free positions that the action's `needs.room` asked for; absent where neighbours are unknown, as in a browser. */
  readonly room?: (tableId: string) => Room | undefined;
  /** What the views lost when a field was deleted last: their sorts by it and conditions on it. */
  readonly lostViews?: (tableId: string, fieldId: string) => readonly ViewUpdate[];
  readonly deletedView?: (tableId: string, viewId: string) => View | undefined;
  /** Whether an id names a table, field or view of the base, or ever did. Absent in a browser, which knows only what is visible. */
  readonly taken?: (id: string) => boolean;
  /** Whether a record is known not to be there. Absent in a browser, which holds only some of the records. */
  readonly missing?: (tableId: string, recordId: string) => boolean;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** A record as it was when it was deleted, and the conversions of fields since. */
export interface DeletedRecord {
  readonly record: BaseRecord;
  readonly since: Since;
  /** What it was linked to, by field id. */
  readonly links?: { readonly [fieldId: string]: readonly string[] };
}

export interface Needs {
  /** Loaded without the cells of deleted fields. */
  readonly records?: { readonly tableId: string; readonly ids: readonly string[] };
  /** Loads the records that are to be linked by a field, from the table that the field links to. */
  readonly linked?: { readonly tableId: string; readonly fieldId: string; readonly ids: readonly string[] };
  /** Loads cells of deleted fields too: the records are deleted, and may be restored. */
  readonly whole?: true;
  /** New ids, for records: none of one that was deleted. */
  readonly newRecords?: { readonly tableId: string; readonly ids: readonly string[] };
  readonly deletedRecords?: { readonly tableId: string; readonly ids: readonly string[] };
  readonly lostViews?: { readonly tableId: string; readonly fieldId: string };
  readonly position?: string;
  /** Free positions before a record, or at the end, without the moved records. */
  readonly room?: {
    readonly tableId: string;
    readonly moved: readonly string[];
    readonly before: string | null;
  };
  /** True: needs a transaction of its own, for its effect on the state is more than its changes say. */
  readonly alone?: boolean;
}

/** Why an action cannot be done; `not-found` for what is absent, `conflict` for a clash of names. */
export interface Refusal {
  readonly kind: 'invalid' | 'not-found' | 'conflict' | 'limit';
  readonly message: string;
  readonly faults?: readonly Fault[];
}

/**
 * Everything the product knows of one kind of action. One file in `actions/`, one line in `action-list.ts`.
 * `plan` is pure and runs in the browser (optimistically) and on the server (for real) alike.
 */
export interface ActionDefinition<T extends ActionType> {
  /** As the history lists it: 'Edited Stage'. */
  readonly label: (input: ActionInputs[T], metadata: BaseMetadata) => string;
  /** Left out: the metadata is enough. */
  readonly needs?: (input: ActionInputs[T]) => Needs;
  readonly plan: (state: PlanState, input: ActionInputs[T]) => Result<readonly Change[], Refusal>;
  /** The same action for some of its records; left out: it cannot be split. */
  readonly divide?: (input: ActionInputs[T]) => (recordIds: ReadonlySet<string>) => ActionInputs[T];
  /** Left out: sent at once, and never merged. */
  readonly merging?: Merging<ActionInputs[T]>;
}

/** How actions in quick succession merge. */
interface Merging<Input> {
  /** Debounce in milliseconds. */
  readonly within: number;
  /** The target: only actions of one target merge. */
  readonly key: (input: Input) => string;
  readonly merge: (earlier: Input, later: Input) => Input;
}
