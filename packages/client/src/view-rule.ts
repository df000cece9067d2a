import {
  compileFilter,
  compileSearch,
  compileSort,
  type FieldEnv,
  type Filter,
  isCondition,
  type Table,
  type View,
} from '@weft/core';
import type { ViewRule } from './whole-rows.ts';

function fieldsOf(filter: Filter, into: Set<string>): void {
  for (const item of filter.items) {
    if (isCondition(item)) into.add(item.fieldId);
    else fieldsOf(item, into);
  }
}

/** A view's filter, sorts and the person's search as one rule; a condition that cannot be evaluated lets records pass. */
export function viewRule(table: Table, view: View, search: string, env: FieldEnv): ViewRule {
  const { filters, sorts } = view.config;
  const passes = compileFilter(filters, table, env);
  const finds = compileSearch(search, table, env);
  const deciding = new Set(sorts.map((sort) => sort.fieldId));
  if (filters !== null) fieldsOf(filters, deciding);
  const settled = search.trim() === '' && !deciding.has('$updatedAt');
  return {
    shows: (record) => passes(record) && finds(record),
    compare: compileSort(sorts, table),
    sorted: sorts.length > 0,
    decidingFields: settled ? deciding : null,
  };
}
