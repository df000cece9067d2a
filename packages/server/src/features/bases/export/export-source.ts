import type { BaseRecord, Field, FindShownField, Table, View } from '@weft/core';
import type { BaseStore, RecordQuery, RunScan } from '@weft/db';
import type { EventLoopThrottle } from '../../../event-loop-throttle.ts';
import { viewChoice } from '../methods/view-choice.ts';
import type { ExportFormat, ExportSource } from './export-format.ts';
import { withLinkNames, withLookupValues } from './link-names.ts';

/** Records read at a time: they are parsed and written out in some 5 ms, in which no other request is answered. */
const chunk = 500;

/** What of a table is read, and how. */
export interface TableReading extends Pick<ExportSource, 'table' | 'fields' | 'view' | 'formulas'> {
  readonly store: BaseStore;
  readonly shownField: FindShownField;
  /** What stands in cells of links. */
  readonly links: ExportFormat['links'];
  readonly timeZone: string;
  /** ISO 8601 UTC. */
  readonly now: string;
  readonly throttle: EventLoopThrottle;
  readonly runScan: RunScan;
}

/** The records of a table, or those that a view of it shows, as an export reads them. */
export function sourceOf(reading: TableReading): ExportSource {
  const { store, table, fields, view, formulas, shownField, timeZone, now, throttle, runScan } = reading;
  const query: RecordQuery = {
    tableId: table.id,
    timeZone,
    now,
    fieldIds: fields.map((field) => field.id),
    ...(view === null ? {} : viewChoice(view, table, { timeZone, now, shownField })),
  };
  return {
    ...{ table, fields, view, formulas },
    count: async () => (await store.list({ ...query, limit: 1, includeTotal: true }, runScan)).total ?? 0,
    mayHoldText: (length) => store.mayHoldText(table.id, length, runScan),
    records: () => {
      const pages = throttle.chunks(store.stream(query, chunk, runScan));
      const linkedOf = (page: readonly BaseRecord[]) => store.linked(table.id, page);
      return reading.links === 'ids'
        ? withLookupValues(pages, fields, linkedOf)
        : withLinkNames(pages, fields, shownField, linkedOf);
    },
  };
}

/** The fields a view shows, in its order. */
export function fieldsOfView(table: Pick<Table, 'fields'>, { config }: View): readonly Field[] {
  const { orderedFieldIds, hiddenFieldIds } = config;
  const place = new Map(orderedFieldIds.map((id, index) => [id, index]));
  return table.fields
    .filter((field) => !hiddenFieldIds.includes(field.id))
    .toSorted(
      (a, b) => (place.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (place.get(b.id) ?? Number.MAX_SAFE_INTEGER),
    );
}
