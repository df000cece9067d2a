import {
  type BaseMetadata,
  type BaseRecord,
  type Condition,
  compileFilter,
  type Filter,
  isCondition,
  type Table,
} from '@weft/core';
import type { RecordQuery } from '@weft/db';
import type { AppStore } from './sight.ts';

/** What a filter comes to where some of its conditions are known to hold, or not to; undefined: it says nothing. */
function folded(
  { conjunction, items }: Filter,
  known: (condition: Condition) => boolean | undefined,
): Filter | boolean | undefined {
  const parts = items.flatMap((item): readonly (Filter | Condition | boolean)[] => {
    const part = isCondition(item) ? (known(item) ?? item) : folded(item, known);
    return part === undefined ? [] : [part];
  });
  if (parts.length === 0) return undefined;
  // One that holds decides an 'or', one that does not an 'and'.
  const decides = conjunction === 'or';
  if (parts.includes(decides)) return decides;
  const open = parts.filter((part) => typeof part !== 'boolean');
  return open.length === 0 ? !decides : { conjunction, items: open };
}

const nothing = { records: [], nextCursor: null, total: 0, version: 0 };

/**
 * A database as it would be with tables and fields that it does not have yet, for whoever looks at a proposal: they hold
 * nothing. `proposed` has them, `stored` is what is there.
 */
export function proposedStore(store: AppStore, stored: BaseMetadata, proposed: BaseMetadata): AppStore {
  const tables = new Map(stored.tables.map((table) => [table.id, table]));
  const isStored = (table: Table, fieldId: string): boolean =>
    fieldId.startsWith('$') || table.fields.some(({ id }) => id === fieldId);
  /** The query, of what is there; null: no record meets it. */
  const asked = <Query extends RecordQuery>(query: Query): Query | null => {
    const table = tables.get(query.tableId);
    if (table === undefined) return null;
    const { timeZone, now, locale = 'en-US', filter: wanted, sort, fieldIds } = query;
    const whole = proposed.tables.find(({ id }) => id === table.id) ?? table;
    const empty: BaseRecord = { id: '', data: {}, position: 0, createdAt: now, updatedAt: now };
    const holds = (condition: Condition): boolean | undefined =>
      isStored(table, condition.fieldId)
        ? undefined
        : compileFilter({ conjunction: 'and', items: [condition] }, whole, { timeZone, now, locale })(empty);
    const filter = wanted ? folded(wanted, holds) : undefined;
    if (filter === false) return null;
    return {
      ...query,
      filter: typeof filter === 'object' ? filter : null,
      ...(sort && { sort: sort.filter(({ fieldId }) => isStored(table, fieldId)) }),
      ...(fieldIds && { fieldIds: fieldIds.filter((id) => isStored(table, id)) }),
    };
  };
  return {
    baseId: store.baseId,
    metadata: () => store.metadata(),
    list: async (query, runScan) => {
      const known = asked(query);
      return known === null ? nothing : store.list(known, runScan);
    },
    groups: async (query, runScan) => {
      const known = asked(query);
      const table = tables.get(query.tableId);
      if (known === null || table === undefined) return { groups: [], tooMany: false, version: 0 };
      return store.groups(
        {
          ...known,
          groups: query.groups.filter(({ fieldId }) => isStored(table, fieldId)),
          summarised: query.summarised.filter((id) => isStored(table, id)),
        },
        runScan,
      );
    },
    get: async (tableId, ids) => (tables.has(tableId) ? store.get(tableId, ids) : []),
    linked: (tableId, records) => store.linked(tableId, records),
    async *stream(query, chunk, runScan) {
      const known = asked(query);
      if (known !== null) yield* store.stream(known, chunk, runScan);
    },
    changes: (since, signal) => store.changes(since, signal),
    submit: (...action) => store.submit(...action),
    submitAll: (...actions) => store.submitAll(...actions),
  };
}
