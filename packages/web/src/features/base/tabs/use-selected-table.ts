import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table } from '@weft/core';
import { useCallback } from 'react';

/** The table the address names, or the first one. */
export function useSelectedTable(tables: readonly Table[]): {
  readonly table: Table | undefined;
  readonly select: (tableId: string) => void;
} {
  const { table: named } = useSearch({ from: '/database/$baseId' });
  const navigate = useNavigate({ from: '/database/$baseId' });
  const select = useCallback(
    (tableId: string) => void navigate({ search: { table: tableId }, replace: true }),
    [navigate],
  );
  return { table: tables.find(({ id }) => id === named) ?? tables[0], select };
}
