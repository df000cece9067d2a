import type { Table } from '@weft/core';
import type { ImportEvent, ImportPhase, ImportPreview } from '@weft/protocol';
import type { Upload } from '../../transfers.ts';
import type { ChosenFile, ImportSchema, Parse, SchemaEdit } from './import-schema.ts';
import type { ImportOrder } from './import-stream.ts';
import type { DescribedSheet, SheetChoice } from './workbook-sheets.ts';

export type ImportResult = Extract<ImportEvent, { type: 'finished' }>;

/** What became of a file, or of one sheet of a workbook. */
export type TableResult =
  | { readonly tableName: string; readonly result: ImportResult }
  | { readonly tableName: string; readonly error: string };

export interface Interruption {
  readonly why: string;
  readonly next: string;
}

/** The upload of a file: chosen, sent, looked through. */
export type UploadState =
  | { readonly at: 'choosing'; readonly error: string | null }
  /** `sent`: 0 to 1. */
  | { readonly at: 'uploading'; readonly file: ChosenFile; readonly sent: number }
  | {
      readonly at: 'uploaded';
      readonly file: ChosenFile;
      readonly upload: Upload;
      readonly error: string | null;
    }
  | { readonly at: 'reading'; readonly file: ChosenFile; readonly upload: Upload };

export interface SchemaState {
  readonly at: 'schema';
  readonly schema: ImportSchema;
  /** Of a workbook of several sheets, of which the schema is one. */
  readonly sheets: SheetChoice | null;
  /** Made for an import that failed; the next try takes it again. */
  readonly base: string | null;
  /** The file is read another way. */
  readonly reading: boolean;
  readonly error: string | null;
  /** It is asked whether what was decided is to be thrown away. */
  readonly asking: boolean;
}

export interface ImportingState {
  readonly at: 'importing';
  readonly importId: string;
  /** Known once there is a base to import into. */
  readonly order: ImportOrder | null;
  /** What a failure leads back to; null of an import resumed from home. */
  readonly schema: ImportSchema | null;
  readonly sheets: SheetChoice | null;
  /** Sheets before this one. */
  readonly done: readonly TableResult[];
  /** Made for this import. */
  readonly base: string | null;
  /** A colleague may be following it too: whoever leaves only stops looking, and the server cancels what nobody follows. */
  readonly shared: boolean;
  readonly tableName: string;
  readonly phase: ImportPhase;
  readonly imported: number;
  /** Records the file will bring; 0 while that is not known. */
  readonly total: number;
  readonly cancel: 'no' | 'asking' | 'cancelling';
}

/** Nothing of it was kept; it can be resumed or removed. */
export interface InterruptedState {
  readonly at: 'interrupted';
  readonly order: ImportOrder;
  readonly schema: ImportSchema | null;
  readonly sheets: SheetChoice | null;
  readonly done: readonly TableResult[];
  readonly total: number;
  readonly interruption: Interruption;
  readonly removing: boolean;
}

export type ImportState =
  | UploadState
  | SchemaState
  | ImportingState
  | InterruptedState
  | { readonly at: 'result'; readonly results: readonly TableResult[]; readonly base: string };

export const choosing: ImportState = { at: 'choosing', error: null };

/** What the person does, and what comes back from the effects. */
export type ImportMove =
  | { readonly type: 'chosen'; readonly files: readonly File[]; readonly maxMb: number }
  | { readonly type: 'sending'; readonly share: number }
  | { readonly type: 'uploaded'; readonly upload: Upload }
  | { readonly type: 'notUploaded'; readonly error: string; readonly toast: string }
  | { readonly type: 'review'; readonly parse?: Partial<Parse> }
  | {
      readonly type: 'previewed';
      readonly preview: ImportPreview;
      readonly parse: Partial<Parse>;
      readonly table?: Table | null;
    }
  | { readonly type: 'notRead'; readonly error: string }
  | { readonly type: 'edited'; readonly edit: SchemaEdit }
  | { readonly type: 'sheetChosen'; readonly sheet: string; readonly include: boolean }
  | { readonly type: 'sheetShown'; readonly sheet: string }
  | { readonly type: 'begin'; readonly importId: string }
  | {
      readonly type: 'baseMade';
      readonly importId: string;
      readonly base: string;
      readonly order: ImportOrder;
      /** Sheets that cannot be read. */
      readonly left?: readonly TableResult[];
    }
  | { readonly type: 'heard'; readonly importId: string; readonly event: ImportEvent }
  | { readonly type: 'failed'; readonly importId: string; readonly error: unknown }
  | { readonly type: 'askToCancel'; readonly asking: boolean }
  | { readonly type: 'cancel' }
  | { readonly type: 'cancelled'; readonly importId: string }
  | { readonly type: 'notCancelled'; readonly importId: string; readonly error: unknown }
  | { readonly type: 'resume'; readonly order?: ImportOrder }
  | { readonly type: 'remove' }
  | { readonly type: 'removed'; readonly importId: string }
  | { readonly type: 'notRemoved'; readonly importId: string; readonly error: unknown }
  /** Escape, a press beside the wizard, its cross: asks where something would be lost. */
  | { readonly type: 'dismiss' }
  | { readonly type: 'keep' }
  /** Closed in words, where the person was asked or said so. */
  | { readonly type: 'close' }
  | { readonly type: 'openBase' }
  /** Everything from the start; what is under way is dropped. Also when the page goes. */
  | { readonly type: 'reset' };

/** What is done in the world because of a move. */
export type ImportEffect =
  | { readonly do: 'upload'; readonly file: File }
  | { readonly do: 'stopTransfer' }
  | {
      readonly do: 'preview';
      readonly upload: Upload;
      readonly tableName: string;
      readonly parse: Partial<Parse>;
    }
  | {
      readonly do: 'makeBase';
      readonly importId: string;
      readonly schema: ImportSchema;
      readonly sheets: readonly DescribedSheet[];
      readonly base: string | null;
    }
  | { readonly do: 'follow'; readonly order: ImportOrder }
  | { readonly do: 'resume'; readonly order: ImportOrder }
  | { readonly do: 'stopFollowing' }
  | { readonly do: 'cancel'; readonly importId: string }
  /** The page goes: nobody waits for an answer. */
  | { readonly do: 'abandon'; readonly importId: string }
  | { readonly do: 'remove'; readonly importId: string }
  | { readonly do: 'trashBase'; readonly base: string }
  | { readonly do: 'refreshLists' }
  | { readonly do: 'toast'; readonly text: string; readonly error: boolean }
  | { readonly do: 'finished'; readonly base: string }
  /** Back to where imports are chosen. */
  | { readonly do: 'goBack' }
  | { readonly do: 'close' };
