import { useQuery } from '@tanstack/react-query';
import type { TableRows } from '@weft/client';
import type { BaseRecord, Table, View } from '@weft/core';
import { AppError } from '@weft/std';
import { useMemo, useSyncExternalStore } from 'react';
import type { BaseSession } from '../open/base-session.ts';

export interface RecordInView {
  /** Undefined while it is on its way, and where there is none. */
  readonly record: BaseRecord | undefined;
  /** Its row in the view; -1 where the view does not show it. */
  readonly row: number;
  readonly error: AppError | null;
  /** It was never there, or has been deleted. */
  readonly isGone: boolean;
  readonly retry: () => void;
}

/** Counts what changes in the rows: a record with pending changes is another object at each reading. */
function useRowsChanges(rows: TableRows): void {
  const changes = useMemo(() => {
    let count = 0;
    return {
      subscribe: (listener: () => void) =>
        rows.subscribe(() => {
          count++;
          listener();
        }),
      get: () => count,
    };
  }, [rows]);
  useSyncExternalStore(changes.subscribe, changes.get);
}

/** A record as it is now, with pending changes; fetched where the view has not loaded it. */
export function useRecord(
  session: BaseSession,
  table: Table,
  view: View,
  rows: TableRows,
  recordId: string,
): RecordInView {
  useRowsChanges(rows);
  const record = rows.store.get(recordId);
  const { client } = session;
  const query = useQuery({
    queryKey: ['record', client.basePublicId, table.id, recordId],
    enabled: record === undefined,
    gcTime: 0,
    queryFn: async () => {
      await client.loadRecord(table.id, view.id, recordId);
      return true;
    },
  });
  const error = record === undefined && query.error instanceof AppError ? query.error : null;
  return {
    record,
    row: rows.indexOf(recordId),
    error,
    isGone: record === undefined && (query.data === true || error?.kind === 'not-found'),
    retry: () => void query.refetch(),
  };
}
