import type { ImportEvent } from '@weft/protocol';
import { expect, it } from 'vitest';
import { begun, heardOf, type ServiceProgress } from './service-run.ts';

const heard = (...events: readonly ImportEvent[]) =>
  events.reduce(
    (run, event) => heardOf(run as ServiceProgress, event),
    begun('imp1') as ReturnType<typeof heardOf>,
  );
const records = (
  currentTable: string,
  recordsImported: number,
  totalRecordsImported: number,
): ImportEvent => ({
  ...{ type: 'records', currentTable, tableName: currentTable, recordsImported, totalRecordsImported },
});
const complete = (tableName: string, recordsImported: number): ImportEvent => ({
  ...{ type: 'table_complete', tableName, recordsImported },
});

it('adds up the records of tables that are complete, and counts the one that is read', () => {
  expect(heard(records('A', 100, 100), records('A', 130, 130), complete('A', 130))).toMatchObject({
    ...{ completedTables: 1, recordsImported: 0 },
  });
  const run = heard(records('A', 130, 130), complete('A', 130), records('B', 20, 150));
  expect(run).toMatchObject({ currentTable: 'B', recordsImported: 20, completedTablesRecords: 130 });
});

it('keeps what is said of missing files until the end', () => {
  const result = {
    tableId: 'tbl',
    recordsImported: 1,
    rowsRejected: 0,
    valuesNotConverted: 0,
    reportUrl: null,
  };
  expect(
    heard({ type: 'attachment_warning', message: 'Some' }, { type: 'finished', ...result }),
  ).toMatchObject({
    ...{ at: 'finished', warning: 'Some' },
  });
});

it('goes back with the mapped sentence of an error, and stands still where the server stopped', () => {
  expect(heard({ type: 'error', message: 'Status 431' })).toMatchObject({
    ...{ at: 'idle', error: expect.stringContaining('The import request is too large. This') },
  });
  expect(heard({ type: 'error', message: 'Stopped', interrupted: true })).toMatchObject({
    at: 'interrupted',
  });
});
