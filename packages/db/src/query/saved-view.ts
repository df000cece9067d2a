import {
  checkSort,
  type FieldEnv,
  type Filter,
  pruneFilter,
  type Sort,
  type Table,
  type View,
  viewSort,
} from '@weft/core';
import { deepEqual } from '@weft/std';

/** A saved view whose records a query asks for, and how its reader sees it. */
export interface SavedView {
  readonly viewId: string;
  readonly timeZone: string;
  readonly locale: string;
  /** ISO instant. */
  readonly now: string;
}

/** What a view shows, as a query takes it. */
export const choiceOf = (
  { config }: View,
  table: Table,
  env: FieldEnv,
): { readonly filter: Filter | null; readonly sort: Sort } => ({
  filter: pruneFilter(config.filters, table, env),
  sort: viewSort(config, table).filter((key) => checkSort([key], table).length === 0),
});

/** The view that filters and orders as a query does; null: it is nobody's yet, or never. */
export function findSavedView(
  table: Table,
  filter: Filter | null,
  sort: Sort,
  env: FieldEnv & { readonly now: string },
): SavedView | null {
  const view = table.views.find((one) => deepEqual(choiceOf(one, table, env), { filter, sort }));
  const { timeZone, locale, now } = env;
  return view === undefined ? null : { viewId: view.id, timeZone, locale, now };
}
