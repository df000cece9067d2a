import type { Action, Change } from '@weft/history';

/** A part of an action, small enough for one call, with the changes it makes. */
export interface Batch {
  readonly action: Action;
  readonly changes: readonly Change[];
}

/** Records of one call (specification 2, section 9). */
const usual = 100;
/**
 * Records of one call where there are thousands: readers are told to read again, instead of being sent the changes, 22 MB
 * for 10,000 records of 20 cells. Measured in decision 24.
 */
const many = 1_000;

const slices = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** The records an action is about, and how the same action is made of some of them; null for actions of one piece. */
function recordsOf(
  action: Action,
): { readonly ids: readonly string[]; readonly of: (ids: ReadonlySet<string>) => Action } | null {
  switch (action.type) {
    case 'CREATE_RECORD': {
      const { input } = action;
      const records = (ids: ReadonlySet<string>) => input.records.filter(({ id }) => ids.has(id));
      return {
        ids: input.records.map(({ id }) => id),
        of: (ids) => ({ ...action, input: { ...input, records: records(ids) } }),
      };
    }
    case 'BULK_DELETE_RECORDS':
    case 'RESTORE_RECORDS': {
      const { input } = action;
      return {
        ids: [...new Set(input.recordIds)],
        of: (ids) => ({ ...action, input: { ...input, recordIds: [...ids] } }),
      };
    }
    case 'BULK_PASTE_CELLS': {
      const { input } = action;
      return {
        ids: [...new Set([...input.records, ...input.created].map(({ id }) => id))],
        of: (ids) => ({
          ...action,
          input: {
            ...input,
            records: input.records.filter(({ id }) => ids.has(id)),
            created: input.created.filter(({ id }) => ids.has(id)),
          },
        }),
      };
    }
    case 'BULK_CLEAR_CELLS': {
      const { input } = action;
      const cells = Map.groupBy(input.cells, (cell) => cell.recordId);
      return {
        ids: [...cells.keys()],
        of: (ids) => ({
          ...action,
          input: { ...input, cells: [...ids].flatMap((id) => cells.get(id) ?? []) },
        }),
      };
    }
    default:
      return null;
  }
}

/**
 * An action with its planned changes as calls the server takes: parts of one group, which undo as one step. The first
 * part keeps the action's id. Parts that change nothing are left out.
 */
export function inBatches(action: Action, changes: readonly Change[], newId: () => string): readonly Batch[] {
  const records = recordsOf(action);
  if (records === null || records.ids.length <= usual) return [{ action, changes }];
  const size = records.ids.length <= many ? usual : many;
  const byRecord = Map.groupBy(changes, (change) => ('recordId' in change ? change.recordId : ''));
  const groupId = action.groupId ?? action.id;
  return slices(records.ids, size)
    .map((ids) => ({ ids, changes: ids.flatMap((id) => byRecord.get(id) ?? []) }))
    .filter((part) => part.changes.length > 0)
    .map(({ ids, changes }, i) => ({
      action: { ...records.of(new Set(ids)), id: i === 0 ? action.id : newId(), groupId },
      changes,
    }));
}
