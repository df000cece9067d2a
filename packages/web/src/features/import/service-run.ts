import type { ImportEvent, ImportPhase } from '@weft/protocol';
import { importErrorText } from './import-error.ts';
import type { ImportResult } from './import-states.ts';

/** An import from a service while it runs. */
export interface ServiceProgress {
  readonly at: 'running';
  readonly importId: string;
  readonly phase: ImportPhase;
  /** Of a sheet, which is read before its records are imported. */
  readonly rowsRead: number;
  /** The table that is being read; '' before the first. */
  readonly currentTable: string;
  /** Of this table. */
  readonly recordsImported: number;
  /** Rows it has, where the service says; 0 while that is not known. */
  readonly totalRows: number;
  /** Of the tables that are complete. */
  readonly completedTablesRecords: number;
  readonly completedTables: number;
  readonly cancel: 'no' | 'asking' | 'cancelling';
  /** Files are missing: what is said of them. */
  readonly warning: string | null;
}

export type ServiceRun =
  | { readonly at: 'idle'; readonly error: string | null }
  | ServiceProgress
  /** It is all there; a moment later the wizard goes on. */
  | { readonly at: 'finished'; readonly result: ImportResult; readonly warning: string | null }
  | { readonly at: 'cancelled' }
  /** It stands still, to be resumed or removed. */
  | {
      readonly at: 'interrupted';
      readonly importId: string;
      readonly why: string;
      readonly removing: boolean;
    };

export const begun = (importId: string): ServiceProgress => ({
  ...{ at: 'running', importId, phase: 'connecting', rowsRead: 0 },
  ...{ currentTable: '', recordsImported: 0, totalRows: 0 },
  ...{ completedTablesRecords: 0, completedTables: 0, cancel: 'no', warning: null },
});

const stopped = 'The server stopped in the middle of the import, and nothing of it was kept.';
export const away = 'The server cannot be reached. Please check your connection.';

/** What an event makes of an import that runs. */
export function heardOf(run: ServiceProgress, event: ImportEvent): ServiceRun {
  switch (event.type) {
    case 'phase':
      return { ...run, phase: event.phase, rowsRead: event.rowsRead ?? run.rowsRead };
    case 'records': {
      const { currentTable, recordsImported, totalRows = 0 } = event;
      // A stream taken up again tells the newest once more.
      const completedTablesRecords = event.totalRecordsImported - recordsImported;
      return { ...run, currentTable, recordsImported, totalRows, completedTablesRecords };
    }
    case 'table_complete':
      return {
        ...run,
        completedTables: run.completedTables + 1,
        completedTablesRecords: run.completedTablesRecords + event.recordsImported,
        recordsImported: 0,
        totalRows: 0,
      };
    case 'attachment_warning':
      return { ...run, warning: event.message };
    case 'finished':
      return { at: 'finished', result: event, warning: run.warning };
    case 'cancelled':
      return { at: 'cancelled' };
    case 'error':
      return event.interrupted === true
        ? { at: 'interrupted', importId: run.importId, why: stopped, removing: false }
        : { at: 'idle', error: importErrorText(event.message) };
  }
}
