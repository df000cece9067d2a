import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table, View } from '@weft/core';
import { useCallback } from 'react';

export interface OpenRecord {
  /** The record the address names; undefined where none is open. */
  readonly recordId: string | undefined;
  /** Opens a record; `instead` of the one that is open, so that Back closes it. */
  readonly open: (recordId: string, instead?: boolean) => void;
  readonly close: () => void;
}

/** The record of a table that is open in full, as the address has it. */
export function useOpenRecord(table: Table, view: View | undefined): OpenRecord {
  const { record: recordId } = useSearch({ strict: false });
  const navigate = useNavigate();
  const tableId = table.id;
  const viewId = view?.id;
  const open = useCallback(
    (record: string, instead = false) =>
      void navigate({
        to: '.',
        search: (address) => ({ ...address, table: tableId, ...(viewId && { view: viewId }), record }),
        replace: instead,
      }),
    [navigate, tableId, viewId],
  );
  const close = useCallback(
    () => void navigate({ to: '.', search: ({ record: _, ...address }) => address, replace: true }),
    [navigate],
  );
  return { recordId, open, close };
}
