import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Table, View } from '@weft/core';
import { useCallback } from 'react';

/** The view of a table the address names, or its first one. */
export function useSelectedView({ id, views }: Table): {
  readonly view: View | undefined;
  readonly select: (viewId: string) => void;
} {
  const { view: named } = useSearch({ from: '/database/$baseId' });
  const navigate = useNavigate({ from: '/database/$baseId' });
  const select = useCallback(
    (viewId: string) => void navigate({ search: { table: id, view: viewId }, replace: true }),
    [navigate, id],
  );
  return { view: views.find((view) => view.id === named) ?? views[0], select };
}
