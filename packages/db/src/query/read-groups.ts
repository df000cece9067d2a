import {
  type CellValue,
  canGroupBy,
  collectGroups,
  type Field,
  type Group,
  groupValue,
  maxGroups,
  type Tally,
} from '@weft/core';
import { invalid } from '@weft/std';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef, fromParts, readPlaces } from '../records/read.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { ExactSum } from './exact-sum.ts';
import { narrowed, whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import type { GroupKeys, Groups, RecordQuery } from './record-query.ts';
import { rangesOf, type Scan, within } from './scan.ts';
import { statement } from './statement.ts';

/** The fields of these ids; throws 'invalid' for one the table does not have. */
function fieldsOf(base: OpenBase, tableId: string, ids: readonly string[], path: string): readonly Field[] {
  const fields = base.metadata.tables.find(({ id }) => id === tableId)?.fields ?? [];
  return ids.map((id, i) => {
    const field = fields.find((candidate) => candidate.id === id);
    if (field === undefined) throw invalid(`${path}.${i}`, 'The table has no such field');
    return field;
  });
}

/** How many cells of a column are filled. */
function filledOf(field: Field, column: string, query: { readonly timeZone: string }): Fragment {
  const isNotEmpty = sqlFieldType(field.type).operators.is_not_empty;
  if (isNotEmpty === undefined) return fragment(`count(${column})`);
  const { text, values } = isNotEmpty(column, undefined, field.template, { ...query, locale: 'en-US' });
  return { text: `count(*) FILTER (WHERE ${text})`, values };
}

/**
 * The groups of a query's records with their number and tallies. The database groups by what is stored, in ranges of the
 * table where the scan has a pace; parts of a group are put together here, and the groups in order.
 */
export async function readGroups(
  given: Scan,
  base: OpenBase,
  asked: ReadyQuery,
  query: RecordQuery & GroupKeys,
): Promise<Groups> {
  const { scan, ready } = await narrowed(given, asked);
  const by = fieldsOf(
    base,
    query.tableId,
    query.groups.map(({ fieldId }) => fieldId),
    'groups',
  );
  const ungrouped = by.findIndex((field) => !canGroupBy(field));
  if (ungrouped !== -1) throw invalid(`groups.${ungrouped}`, 'Records are not grouped by such a field');
  // A lookup has no cells here.
  const readable = new Set(readPlaces(ready.layout, null).map(({ fieldId }) => fieldId));
  const summarised = fieldsOf(base, query.tableId, query.summarised, 'fieldIds').filter(({ id }) =>
    readable.has(id),
  );
  const place = ({ id }: Field) => {
    const found = ready.layout.columns.get(id);
    if (found === undefined) throw invalid('groups', 'The field has no cells');
    return found;
  };
  const columns = by.map((field) => columnRef(place(field)));
  const read = [
    ...columns.map((column) => fragment(column)),
    fragment('count(*)'),
    ...summarised.flatMap((field): Fragment[] => {
      const column = columnRef(place(field));
      const tally = sqlFieldType(field.type).tally?.(column);
      return [
        filledOf(field, column, query),
        fragment(tally?.sum ?? `'0'`),
        fragment(tally?.min ?? 'NULL'),
        fragment(tally?.max ?? 'NULL'),
      ];
    }),
  ];
  const { text: selected, values } = join(read, ', ');
  const grouping = columns.length === 0 ? '' : ` GROUP BY ${columns.map((_, i) => i + 1).join(', ')}`;
  const from = fromParts(ready.layout, [...ready.joined, ...[...by, ...summarised].map(place)]);
  const table = base.metadata.tables.find(({ id }) => id === query.tableId);
  if (table === undefined) return { groups: [], tooMany: false };

  let groups: readonly Group[] = [];
  const sums = new ExactSums(summarised);
  for await (const range of rangesOf(scan, ready.layout)) {
    const where = whereOf(ready, within(range));
    const { text, params } = statement({
      text: `SELECT ${selected} FROM ${from}${where.text}${grouping} LIMIT ?`,
      values: [...values, ...where.values, maxGroups + 1],
    });
    const rows = await scan.sql.query(text, params);
    const found = rows.map((row) => groupOfRow(row, by, summarised));
    for (const [i, { key }] of found.entries()) sums.add(key, rows[i] ?? [], by.length);
    groups = collectGroups([...groups, ...found], query.groups, table);
    if (groups.length > maxGroups || rows.length > maxGroups) return { groups: [], tooMany: true };
  }
  return { groups: groups.filter(({ count }) => count > 0).map((group) => sums.of(group)), tooMany: false };
}

/** What the columns of groups add up to over all ranges: rounded once, at the end. */
class ExactSums {
  readonly #fields: readonly Field[];
  readonly #byKey = new Map<string, readonly ExactSum[]>();

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  add(key: Group['key'], row: readonly unknown[], keys: number): void {
    const id = JSON.stringify(key);
    const sums = this.#byKey.get(id) ?? this.#fields.map(() => new ExactSum());
    this.#byKey.set(id, sums);
    for (const [i, sum] of sums.entries()) sum.add(String(row[sumPlace(keys, i)] ?? 0));
  }

  of(group: Group): Group {
    const sums = this.#byKey.get(JSON.stringify(group.key)) ?? [];
    const tallies = this.#fields.map(({ id }, i) => [
      id,
      { ...group.tallies[id], sum: sums[i]?.value ?? null },
    ]);
    return { ...group, tallies: Object.fromEntries(tallies) };
  }
}

/** Where a row has the sum of a summarised field: after the keys and the count, second of four. */
const sumPlace = (keys: number, i: number): number => keys + 1 + i * 4 + 1;

function groupOfRow(row: readonly unknown[], by: readonly Field[], summarised: readonly Field[]): Group {
  const first = by.length + 1;
  const tally = (i: number): Tally => {
    const [filled, sum, min, max] = row.slice(first + i * 4, first + i * 4 + 4);
    const added = sum === null ? 0 : Number(sum);
    return {
      filled: filled as number,
      sum: Number.isFinite(added) ? added : null,
      min: min as number | null,
      max: max as number | null,
    };
  };
  return {
    key: by.map((field, i) => groupValue(field, row[i] as CellValue)),
    count: row[by.length] as number,
    tallies: Object.fromEntries(summarised.map(({ id }, i) => [id, tally(i)])),
  };
}
