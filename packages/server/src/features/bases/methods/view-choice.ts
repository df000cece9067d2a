import {
  checkSort,
  type Filter,
  type FindShownField,
  pruneFilter,
  type Sort,
  type Table,
  type View,
  viewSort,
} from '@weft/core';

/**
 * The records a view shows, as a query takes them. What its settings say of a field that has gone, or has become
 * another kind, since they were made is left out: a view stays readable.
 */
export function viewChoice(
  { config }: View,
  table: Table,
  env: { readonly timeZone: string; readonly now: string; readonly shownField: FindShownField },
): { readonly filter: Filter | null; readonly sort: Sort } {
  return {
    filter: pruneFilter(config.filters, table, { ...env, locale: 'en-US' }),
    sort: viewSort(config, table).filter((key) => checkSort([key], table).length === 0),
  };
}
