import type { CellValue, Field, FieldEnv } from '@weft/core';
import type { CellFiles } from '../attachments/cell-files.ts';
import type { LinkSource } from '../cell-editor.ts';

/** One field of a record's form. */
export interface RecordInputProps<F = Field> {
  readonly field: F;
  readonly value: CellValue;
  /** The cell's text where it does not fit its type. */
  readonly raw?: string;
  readonly env: FieldEnv;
  /** `title`: the name of the record, above its other fields. */
  readonly look?: 'title' | undefined;
  /** The cell's new content: a value, or null with the text that does not fit; `before`: what its editor opened with. */
  readonly onCommit: (cell: {
    readonly value: CellValue;
    readonly raw?: string;
    readonly before?: CellValue;
  }) => void;
  /** Of a link field: what it can be linked to. */
  readonly links?: LinkSource | null;
  /** Of a cell of attachments. */
  readonly files?: CellFiles | null;
  /** Saves new select options. */
  readonly onUpdateTemplate?: (template: Field['template']) => void;
}

/** The quiet look of a field that is not edited: sunken, its edge appears under the pointer. */
export const quietLook =
  'w-full rounded-md border border-line-quiet bg-sunken text-base text-text hover:border-line-strong max-sm:text-lead';
