import { must } from '@weft/std';
import type { BaseRecord, Field, Table, ViewConfig } from '../base.ts';
import type { CellValue } from '../fields/field-kinds.ts';
import type { Tally } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { shownValue } from '../fields/former-values.ts';
import { total } from '../fields/number/number-aggregates.ts';
import type { Sort } from './filter.ts';

/** Fields that a view is grouped by, at most. */
export const maxGroupKeys = 3;
/** Groups of one answer; a column of more different values is no way to group. */
export const maxGroups = 5_000;

/** A group of the innermost level: the values all its records have, and what their columns add up to. */
export interface Group {
  /** By group key; null is the empty cell. */
  readonly key: readonly CellValue[];
  readonly count: number;
  /** By the id of a summarised field. */
  readonly tallies: { readonly [fieldId: string]: Tally };
}

/** Whether records can be grouped by a field: files, links and long texts make no groups. */
export const canGroupBy = ({ type }: Field): boolean => anyFieldType(type).ungrouped !== true;

/** The keys by which a view groups its records; those of fields that are gone, or no longer make groups, are left out. */
export function groupKeys(config: ViewConfig, table: Table): Sort {
  const keys = config.groups.filter(({ fieldId }) =>
    table.fields.some((field) => field.id === fieldId && canGroupBy(field)),
  );
  return keys.slice(0, maxGroupKeys);
}

/** The order of a view's records: by group first, so that each group stands together. */
export function viewSort(config: ViewConfig, table: Table): Sort {
  const groups = groupKeys(config, table);
  const grouped = new Set(groups.map(({ fieldId }) => fieldId));
  return [...groups, ...config.sorts.filter(({ fieldId }) => !grouped.has(fieldId))];
}

const noTally: Tally = { filled: 0, sum: 0, min: null, max: null };

/** What parts of a column add up to together. */
function mergeTallies(tallies: readonly Tally[]): Tally {
  const some = (pick: 'min' | 'max') => tallies.flatMap((tally) => tally[pick] ?? []);
  const [lows, highs] = [some('min'), some('max')];
  const { sum } = total(tallies.map((tally) => tally.sum ?? Number.NaN));
  return {
    filled: tallies.reduce((filled, tally) => filled + tally.filled, 0),
    sum: Number.isFinite(sum) ? sum : null,
    min: lows.length === 0 ? null : lows.reduce((a, b) => Math.min(a, b)),
    max: highs.length === 0 ? null : highs.reduce((a, b) => Math.max(a, b)),
  };
}

/** Groups as one, such as those of the level below. */
export function mergeGroups(groups: readonly Group[], key: readonly CellValue[]): Group {
  const fieldIds = Object.keys(groups[0]?.tallies ?? {});
  return {
    key,
    count: groups.reduce((count, group) => count + group.count, 0),
    tallies: Object.fromEntries(
      fieldIds.map((id) => [id, mergeTallies(groups.map(({ tallies }) => tallies[id] ?? noTally))]),
    ),
  };
}

/** What a cell counts as in groups: options that are gone do not count, and an empty checkbox is an unticked one. */
export const groupValue = (field: Field, value: CellValue): CellValue =>
  shownValue(field, value) ?? anyFieldType(field.type).emptyCountsAs ?? null;

/** The order of groups is that of their records (query SPEC, O2 to O5). */
function compareGroups(keys: Sort, table: Table): (a: Group, b: Group) => number {
  const fields = keys.map(({ fieldId }) => must(table.fields.find((field) => field.id === fieldId)));
  return (a, b) => {
    for (const [i, field] of fields.entries()) {
      const x = a.key[i] ?? null;
      const y = b.key[i] ?? null;
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1;
        continue;
      }
      const order = anyFieldType(field.type).compare(x, y, field.template);
      if (order !== 0) return keys[i]?.direction === 'desc' ? -order : order;
    }
    return 0;
  };
}

/** Adds groups up by their keys, in the order of the keys. */
export function collectGroups(groups: Iterable<Group>, keys: Sort, table: Table): readonly Group[] {
  const byKey = Map.groupBy(groups, ({ key }) => JSON.stringify(key));
  return [...byKey.values()]
    .map((alike) => (alike.length === 1 ? must(alike[0]) : mergeGroups(alike, must(alike[0]).key)))
    .toSorted(compareGroups(keys, table));
}

/** What a cell of a field adds to its column. */
function tallyCell(field: Field, cell: CellValue): Tally {
  const value = shownValue(field, cell);
  if (value === null) return noTally;
  const { measure } = anyFieldType(field.type);
  const number = measure?.of(value) ?? null;
  return { filled: 1, sum: measure?.adds === true ? number : 0, min: number, max: number };
}

/** The group a record alone makes. */
export function groupOf(record: BaseRecord, by: readonly Field[], summarised: readonly Field[]): Group {
  const cell = ({ id }: Field): CellValue => record.data[id] ?? null;
  return {
    key: by.map((field) => groupValue(field, cell(field))),
    count: 1,
    tallies: Object.fromEntries(summarised.map((field) => [field.id, tallyCell(field, cell(field))])),
  };
}
