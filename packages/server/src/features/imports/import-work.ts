import type { BaseStore, ImportResult } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import type { ImportEvent } from '@weft/protocol';
import type { ImportDeps } from './import-deps.ts';
import type { ImportRequest } from './import-states.ts';

/** What an import is told. */
export interface ImportOrder {
  readonly importId: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly store: BaseStore;
  readonly tableId: string;
  readonly tableName: string;
  /** The uploaded file, which is kept while the import runs; null: it comes from a service. */
  readonly fileId: string | null;
  readonly begin: BeginWork;
  /** The base was made for this import: it goes with its cancellation while nothing else was done in it. */
  readonly removesBase: boolean;
  /** Makes the order of the sheet that is imported after this one. */
  readonly next: (() => Promise<ImportOrder>) | null;
  /** What was asked for: kept, so that the import can be started again. */
  readonly request: ImportRequest;
}

/** What an import did since it said so last. */
export interface ImportProgress {
  /** Records written, those included that were there before. */
  readonly imported?: number;
  /** How many of them were there before. */
  readonly updated?: number;
  /** Names that no linked record has. */
  readonly unlinked?: number;
  readonly rowsRejected?: number;
  readonly valuesNotConverted?: number;
  /** Lines of the report, already written out. */
  readonly report?: string;
}

/** What an import that runs offers its work. */
export interface ImportTools {
  /** Aborted when the import is cancelled, or the server stops. */
  readonly signal: AbortSignal;
  publish(event: ImportEvent): void;
  /** Throws once `signal` is aborted. */
  stopIfCancelled(): void;
  /** Does an action as long as no other server has taken the import over; all that is done is one step of undo. */
  submit<T extends Action['type']>(type: T, input: ActionInputs[T]): Promise<void>;
  /** Undoes all that was done so, under the same condition. */
  takeBack(): Promise<void>;
  /** Counts what was written and keeps what is reported. */
  note(progress: ImportProgress): Promise<void>;
  /** Records written so far, of all tables. */
  readonly imported: number;
  /**
   * Keeps the result, when everything is written and nobody cancelled it: only what `show` does is left to do, and a
   * server that is killed after it is known to have finished. `added`: rows went into a table that was there. `tableName` is said to be
   * complete; null: each table was.
   */
  conclude(
    how: { readonly tableName: string | null; readonly added: boolean },
    show?: () => Promise<unknown>,
  ): Promise<ImportResult>;
}

/** What is imported: the rows of a file, or the tables of a service. Made once for each run of an import. */
export interface ImportWork {
  /** Writes everything; its answer is that of `conclude`. */
  run(): Promise<ImportResult>;
  /** Removes what it wrote. `concluded`: it was kept by `conclude`, and only what is hidden still goes. */
  undo(concluded: boolean): Promise<void>;
}

/** How the work of an order is made. */
export type BeginWork = (deps: ImportDeps, order: ImportOrder, tools: ImportTools) => ImportWork;
