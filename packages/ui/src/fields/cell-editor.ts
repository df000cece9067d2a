import type { Attachment, CellValue, Field, FieldEnv } from '@weft/core';

/**
 * Where the selection goes after a commit; 'new-record': to a record made for it; 'all': it stays, and every selected
 * cell gets the same content.
 */
export type CommitMove = 'down' | 'up' | 'right' | 'left' | 'stay' | 'new-record' | 'all';

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
  readonly onUpload?: (file: File) => Promise<Attachment>;
  /** Saves new select options; absent where the person may not change fields. */
  readonly onUpdateTemplate?: (template: Field['template']) => void;
}
