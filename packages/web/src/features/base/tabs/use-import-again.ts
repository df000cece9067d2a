import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table } from '@weft/core';
import { useEffect, useState } from 'react';
import type { ImportSource } from './TableTab.tsx';

/** The address that opens an import into a table again, after the sign-in at its service. */
export const returnPath = (table: Table, opens: 'airtableImport'): string =>
  `${location.pathname}?${new URLSearchParams({ table: table.id, [opens]: 'true' })}`;

/** Opens the import into the selected table that the address asks for, once; what came of the sign-in before it. */
export function useImportAgain(
  isReady: boolean,
  table: Table | undefined,
  open: (filled: { readonly table: Table; readonly source: ImportSource }) => void,
) {
  const { airtableImport, connected = null, connectError = null } = useSearch({ from: '/database/$baseId' });
  const navigate = useNavigate({ from: '/database/$baseId' });
  const [back, setBack] = useState({ connected, connectError });
  useEffect(() => {
    if (airtableImport !== true || !isReady || table === undefined) return;
    setBack({ connected, connectError });
    open({ table, source: 'airtable' });
    const rest = ({ table, view, record }: { table?: string; view?: string; record?: string }) => ({
      ...(table !== undefined && { table }),
      ...(view !== undefined && { view }),
      ...(record !== undefined && { record }),
    });
    void navigate({ search: rest, replace: true });
  }, [airtableImport, isReady, table, connected, connectError, open, navigate]);
  return back;
}
