import type { BaseMetadata, BaseRecord, Field, Table, View } from '@weft/core';
import type { Fault, Result } from '@weft/std';
import type { ActionInputs, ActionType } from './action.ts';
import type { Change, ViewUpdate } from './change.ts';
import type { Since } from './fitted.ts';
import type { Room } from './room.ts';

/** What planning an action may read. Records and deleted things are only those the action said it needs. */
export interface PlanState {
  readonly metadata: BaseMetadata;
  /** Undefined: there is no such record. */
  readonly record: (tableId: string, recordId: string) => BaseRecord | undefined;
  /** The place after the table's last record; each call gives the next one. */
  readonly nextPosition: (tableId: string) => number;
  /** A soft-deleted field, table or view, or a hard-deleted record, as the log remembers it. */
  readonly deletedField?: (tableId: string, fieldId: string) => Field | undefined;
  readonly deletedTable?: (tableId: string) => Table | undefined;
  readonly deletedRecord?: (tableId: string, recordId: string) => DeletedRecord | undefined;
  /** Whether a record of this id was there and was deleted. Absent: nobody knows, as in a browser. */
  readonly wasDeleted?: (tableId: string, recordId: string) => boolean;
  /** The room the action asked for; absent: nobody knows what stands around, as in a browser. */
  readonly room?: (tableId: string) => Room | undefined;
  /** What the views lost when a field was deleted last: their sorts by it and conditions on it. */
  readonly lostViews?: (tableId: string, fieldId: string) => readonly ViewUpdate[];
  readonly deletedView?: (tableId: string, viewId: string) => View | undefined;
  /** Whether an id names a table, field or view of the base, or ever did. Absent: only what is seen is known. */
  readonly taken?: (id: string) => boolean;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** A record as it was when it was deleted, and the conversions of fields since. */
export interface DeletedRecord {
  readonly record: BaseRecord;
  readonly since: Since;
}

export interface Needs {
  /** Read with the cells of the fields that are there. */
  readonly records?: { readonly tableId: string; readonly ids: readonly string[] };
  /** The records are read with all they hold, cells of deleted fields included: they go, and may come back. */
  readonly whole?: true;
  /** New ids, for records: none of one that was deleted. */
  readonly newRecords?: { readonly tableId: string; readonly ids: readonly string[] };
  readonly deletedRecords?: { readonly tableId: string; readonly ids: readonly string[] };
  readonly lostViews?: { readonly tableId: string; readonly fieldId: string };
  readonly position?: string;
  /** Room for records before another, or at the end, once they are gone from where they stand. */
  readonly room?: {
    readonly tableId: string;
    readonly moved: readonly string[];
    readonly before: string | null;
  };
  /** True: what comes after it meets more than its changes say, and waits until they are written. */
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
  /** The same about some of the records it needs; left out: it is of one piece. */
  readonly divide?: (input: ActionInputs[T]) => (recordIds: ReadonlySet<string>) => ActionInputs[T];
  /** Left out: it goes at once, and each is a step of its own. */
  readonly merging?: Merging<ActionInputs[T]>;
}

/** How actions that follow one another closely become one. */
interface Merging<Input> {
  /** Milliseconds an action waits for the next. */
  readonly within: number;
  /** The target: only actions of one target merge. */
  readonly key: (input: Input) => string;
  readonly merge: (earlier: Input, later: Input) => Input;
}
