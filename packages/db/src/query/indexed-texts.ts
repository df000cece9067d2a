import { type FieldEnv, type Filter, fold, isCondition, type Table } from '@weft/core';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';
import type { ColumnPlace, TableLayout } from '../schema/layout.ts';
import type { FindSeenThrough } from './seen-through.ts';

/** What the index tells apart are three letters or digits next to each other. */
const hasTrigram = (text: string): boolean => /[a-z0-9]{3}/.test(text);

/** Operators of texts that no cell meets that does not hold the operand. */
const holding: ReadonlySet<string> = new Set(['contains', 'is', 'starts_with', 'ends_with']);

function textsOfFilter(filter: Filter | null, table: Table): readonly string[] {
  if (filter === null || filter.conjunction !== 'and') return [];
  return filter.items.flatMap((item) => {
    if (!isCondition(item)) return textsOfFilter(item, table);
    const field = table.fields.find(({ id }) => id === item.fieldId);
    const isText = field !== undefined && sqlFieldType(field.type).isIndexedText === true;
    return isText && holding.has(item.operator) ? [fold(String(item.value))] : [];
  });
}

/** The searched text, unless cells of other kinds, or those of linked records, may show it too. */
function textOfSearch(
  search: string,
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  fieldIds: readonly string[] | undefined,
  seen: FindSeenThrough,
): readonly string[] {
  const wanted = fold(search.trim());
  // Before fields are asked what they show, which costs most of reading a page's query.
  if (!hasTrigram(wanted)) return [];
  const showsElsewhere = table.fields.some((field) => {
    if (fieldIds !== undefined && !fieldIds.includes(field.id)) return false;
    const through = seen(field);
    if (through !== null)
      return through.sql.searched(through.column, through.field.template, env, wanted).length > 0;
    const place = layout.columns.get(field.id);
    const sql = sqlFieldType(field.type);
    if (place === undefined || sql.isIndexedText === true) return false;
    return sql.searched(columnRef(place), field.template, env, wanted).length > 0;
  });
  return showsElsewhere ? [] : [wanted];
}

/** Folded texts that the texts of every record of a query hold, as far as an index helps to find them. */
export function indexedTexts(
  query: { readonly filter: Filter | null; readonly search: string; readonly fieldIds?: readonly string[] },
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  seen: FindSeenThrough,
): readonly string[] {
  const { filter, search, fieldIds } = query;
  const texts = [
    ...textsOfFilter(filter, table),
    ...textOfSearch(search, table, layout, env, fieldIds, seen),
  ];
  return texts.filter(hasTrigram);
}

/** A field as the search index knows it: converted, it is another one, and its unfit texts are others too. */
export const placeKey = ({ column, type }: ColumnPlace): string => `${column}:${type}`;
