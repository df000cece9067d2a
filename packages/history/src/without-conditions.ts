import { type Condition, type Filter, isCondition } from '@weft/core';

/** A filter without some of its conditions and the groups they empty; null when nothing is left, the same object when nothing changes. */
export function withoutConditions(
  filter: Filter,
  unwanted: (condition: Condition) => boolean,
): Filter | null {
  const items = filter.items.flatMap((item): (Filter | Condition)[] => {
    if (isCondition(item)) return unwanted(item) ? [] : [item];
    const rest = withoutConditions(item, unwanted);
    return rest === null ? [] : [rest];
  });
  if (items.length === 0) return null;
  const same = items.length === filter.items.length && items.every((item, i) => item === filter.items[i]);
  return same ? filter : { ...filter, items };
}
