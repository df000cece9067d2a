import type { ImportRows, StoredImport } from '@weft/db';
import type { CallInput, ServiceImportRequest } from '@weft/protocol';

/** Of a file, as the call carried it. */
export type FileRequest = CallInput<'import.csvCreateTableStream'>;

/** What was asked for: kept, so that an import can be started again. */
export type ImportRequest = FileRequest | ServiceImportRequest;

export const isFromService = (request: ImportRequest | null): request is ServiceImportRequest =>
  request !== null && 'service' in request;

export type ImportState = StoredImport<ImportRequest>;
export type ImportStates = ImportRows<ImportRequest>;
