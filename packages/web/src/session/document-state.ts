import type { SaveState } from '@weft/client';
import type { Content } from '@weft/documents';
import type { AppError } from '@weft/std';
import type { OpenDocument } from './document-kind.ts';

/** What the editor shows of an open document. */
export interface DocumentState {
  /** 'closed' when it may not be seen or is gone. */
  readonly phase: 'opening' | 'open' | 'closed' | 'failed';
  readonly error: AppError | null;
  readonly name: string;
  /** Whether it can be edited: not by readers, not while it is locked or in the trash. */
  readonly canEdit: boolean;
  readonly publicIdentifier: string;
  /** The draft, with what is not saved yet. */
  readonly content: Content;
  readonly published: OpenDocument['published'];
  /** What publishing would change, in words; of a document that is not published, nothing. */
  readonly changes: readonly string[];
  readonly save: SaveState;
  readonly online: boolean;
  /** Whether pending edits are stored on the device. */
  readonly safe: boolean;
  /** Why the server refused the edits made here; they are kept until they are discarded. */
  readonly refused: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}
