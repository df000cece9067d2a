import { type Condition, type Filter, isCondition } from '@weft/core';

export type FilterItem = Filter | Condition;

/** Places from the outermost group inwards. */
export type FilterPath = readonly number[];

/** Groups inside groups a filter of a view may have (contract, section 4). */
export const deepestGroup = 10;
/** Conditions and groups beside each other in one group. */
export const maxItems = 200;

export const noFilter: Filter = { conjunction: 'and', items: [] };

/** The filter with one item replaced, or without it where `change` gives null. */
export function changeAt(
  filter: Filter,
  path: FilterPath,
  change: (item: FilterItem) => FilterItem | null,
): Filter {
  const [place, ...rest] = path;
  const item = place === undefined ? undefined : filter.items[place];
  if (place === undefined || item === undefined) return filter;
  const next = rest.length === 0 ? change(item) : isCondition(item) ? item : changeAt(item, rest, change);
  return {
    ...filter,
    items: next === null ? filter.items.toSpliced(place, 1) : filter.items.with(place, next),
  };
}

/** The filter with an item added at the end of the group at a path; the empty path is the filter itself. */
export function addTo(filter: Filter, path: FilterPath, item: FilterItem): Filter {
  if (path.length === 0) return { ...filter, items: [...filter.items, item] };
  return changeAt(filter, path, (group) => (isCondition(group) ? group : addTo(group, [], item)));
}

/** The filter with a group's conditions joined otherwise. */
export function joinAt(filter: Filter, path: FilterPath, conjunction: Filter['conjunction']): Filter {
  if (path.length === 0) return { ...filter, conjunction };
  return changeAt(filter, path, (group) => (isCondition(group) ? group : { ...group, conjunction }));
}

/** How many conditions a filter tests. */
export const countConditions = (filter: Filter | null): number =>
  filter === null
    ? 0
    : filter.items.reduce((sum, item) => sum + (isCondition(item) ? 1 : countConditions(item)), 0);
