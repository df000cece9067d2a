import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table } from '@weft/core';
import { useEffect, useState } from 'react';
import type { ImportSource } from './TableTab.tsx';

/** What asks in the address for the import from a service. */
const asking = { airtable: 'airtableImport', googlesheets: 'googleSheetsImport' } as const;

/** The address that opens an import into a table again, after the sign-in at its service. */
export const returnPath = (table: Table, source: keyof typeof asking): string =>
  `${location.pathname}?${new URLSearchParams({ table: table.id, [asking[source]]: 'true' })}`;

/** Opens the import into the selected table that the address asks for, once; what came of the sign-in before it. */
export function useImportAgain(
  isReady: boolean,
  table: Table | undefined,
  open: (filled: { readonly table: Table; readonly source: ImportSource }) => void,
) {
  const search = useSearch({ from: '/database/$baseId' });
  const { airtableImport, googleSheetsImport, connected = null, connectError = null } = search;
  const source = airtableImport ? 'airtable' : googleSheetsImport ? 'googlesheets' : null;
  const navigate = useNavigate({ from: '/database/$baseId' });
  const [back, setBack] = useState({ connected, connectError });
  useEffect(() => {
    if (source === null || !isReady || table === undefined) return;
    setBack({ connected, connectError });
    open({ table, source });
    const rest = ({ table, view, record }: { table?: string; view?: string; record?: string }) => ({
      ...(table !== undefined && { table }),
      ...(view !== undefined && { view }),
      ...(record !== undefined && { record }),
    });
    void navigate({ search: rest, replace: true });
  }, [source, isReady, table, connected, connectError, open, navigate]);
  return back;
}
