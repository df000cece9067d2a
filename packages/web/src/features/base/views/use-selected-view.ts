import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table, View } from '@weft/core';
import { useCallback } from 'react';

/** The view of a table the address names, or its first one. */
export function useSelectedView(table: Table | undefined): {
  readonly view: View | undefined;
  readonly select: (viewId: string) => void;
} {
  const { view: named } = useSearch({ strict: false });
  const tableId = table?.id;
  const navigate = useNavigate();
  const select = useCallback(
    (view: string) =>
      void navigate({
        // The page one is on: a table has views in the results of a form too.
        to: '.',
        search: (address) => ({ ...address, ...(tableId && { table: tableId }), view }),
        replace: true,
      }),
    [navigate, tableId],
  );
  return { view: table?.views.find(({ id }) => id === named) ?? table?.views[0], select };
}
