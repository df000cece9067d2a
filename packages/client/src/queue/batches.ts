import { type Action, type Change, divisible } from '@weft/history';

/** One call's part of an action, with the changes it makes. */
export interface Batch {
  readonly action: Action;
  readonly changes: readonly Change[];
}

/** Most records of one call (specification 2, section 9). */
const batchSize = 100;

const slices = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/**
 * Splits an action and its planned changes into calls of a hundred records: actions of one group, which are undone as
 * one step. Batches that change nothing are left out.
 */
export function inBatches(action: Action, changes: readonly Change[], newId: () => string): readonly Batch[] {
  const records = divisible(action);
  if (records === null || records.ids.length <= batchSize) return [{ action, changes }];
  const byRecord = Map.groupBy(changes, (change) => ('recordId' in change ? change.recordId : ''));
  const groupId = action.groupId ?? action.id;
  return slices(records.ids, batchSize)
    .map((ids) => ({ ids, changes: ids.flatMap((id) => byRecord.get(id) ?? []) }))
    .filter((part) => part.changes.length > 0)
    .map(({ ids, changes }) => ({
      action: { ...records.only(new Set(ids)), id: newId(), groupId },
      changes,
    }));
}
