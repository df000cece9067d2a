import type { ImportRows, StoredImport } from '@weft/db';
import type { CallInput } from '@weft/protocol';

/** What was asked for, as the call carried it. */
export type ImportRequest = CallInput<'import.csvCreateTableStream'>;

export type ImportState = StoredImport<ImportRequest>;
export type ImportStates = ImportRows<ImportRequest>;
