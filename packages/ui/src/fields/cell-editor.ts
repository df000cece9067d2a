import type { Attachment, CellValue, Field, FieldEnv } from '@weft/core';

/**
 * Where the selection goes after a commit; 'new-record': to a record made for it; 'all': it stays, and every selected
 * cell gets the same content.
 */
export type CommitMove = 'down' | 'up' | 'right' | 'left' | 'stay' | 'new-record' | 'all';

/**
 * Uploads a file; `onProgress` receives how much of it was sent, 0 to 1. Rejects with a sentence, or when the signal is
 * aborted.
 */
export type UploadFile = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Attachment>;

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
  /** Uploads a file for a cell of this field; absent where the person may not, or no server is there. */
  readonly onUpload?: UploadFile;
  /** Saves new select options; absent where the person may not change fields. */
  readonly onUpdateTemplate?: (template: Field['template']) => void;
}
