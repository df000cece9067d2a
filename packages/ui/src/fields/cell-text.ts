import { anyFieldType, type CellValue, type Field, type FieldEnv } from '@weft/core';
import type { HTMLAttributes } from 'react';

/** A paste into an editor's box: what it held, what came, and what it would hold. */
export interface PastedText {
  readonly before: string;
  readonly pasted: string;
  readonly next: string;
}

/** How the cells of a kind are written as text. */
export interface CellText<F = Field> {
  /** The text an editor opens with: read back it is the same value, so opening a cell alters nothing. */
  readonly opening: (value: NonNullable<CellValue>, field: F, env: FieldEnv) => string;
  /** Whether the editor takes this text while it is being typed. */
  readonly takes: (text: string, field: F, env: FieldEnv) => boolean;
  /** The whole text after a paste; null where it is a text like any other. */
  readonly afterPaste: (paste: PastedText, field: F, env: FieldEnv) => string | null;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** Written from the end, in figures of one width. */
  readonly isFigures?: boolean;
  readonly spellCheck?: boolean;
}

/** Any text, opened as it is kept. */
export const plainText: CellText = {
  opening: (value, { type, template }) => anyFieldType(type).toText(value, template),
  takes: () => true,
  afterPaste: () => null,
};
