import type { BaseRecord, CellValue, Field, FieldEnv, Table } from '@weft/core';
import type { CellFiles } from './attachments/cell-files.ts';

/**
 * Where the selection goes after a commit; 'new-record': to a record made for it; 'all': it stays, and every selected
 * cell gets the same content.
 */
export type CommitMove = 'down' | 'up' | 'right' | 'left' | 'stay' | 'new-record' | 'all';

/** The records that a cell can be linked to. */
export interface LinkSource {
  /** The table they are in. */
  readonly table: Table;
  /** Up to 25 records, those that hold a text or the first ones; only these when ids are given. Rejects with a sentence. */
  readonly find: (choice: {
    readonly search?: string;
    readonly ids?: readonly string[];
  }) => Promise<readonly BaseRecord[]>;
  /** The id of the first record that each of these names, by its primary cell; names that none has are left out. */
  readonly match: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Opens a record in full; absent where none can be opened on top. */
  readonly open?: (recordId: string) => void;
  /** Makes a record whose primary cell is this text; its id. Null where it cannot be made. */
  readonly create: (name: string) => string | null;
}

export interface CellEditorProps<F = Field> {
  readonly field: F;
  readonly value: CellValue;
  /** The cell's text where it does not fit its type. */
  readonly raw?: string;
  /** What was typed to begin the edit: it replaces the cell. Absent: what is there is edited. */
  readonly initialText?: string;
  readonly env: FieldEnv;
  /** The cell's new content: a value, or null with the text that does not fit. */
  readonly onCommit: (cell: { readonly value: CellValue; readonly raw?: string }, move: CommitMove) => void;
  readonly onCancel: () => void;
  /** Of a cell of attachments; null or absent where there is no server. */
  readonly files?: CellFiles | null;
  /** Of a link field; null or absent where its table is gone. */
  readonly links?: LinkSource | null;
  /** Saves new select options; absent where the person may not change fields. */
  readonly onUpdateTemplate?: (template: Field['template']) => void;
}
