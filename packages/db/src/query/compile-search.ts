import { type FieldEnv, fold, type Table } from '@weft/core';
import type { TableLayout } from '../base/layout.ts';
import { folded, literalPattern } from '../fields/folded.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';

/** 'Search this table': rows in which a cell shows the text; null for a blank search. */
export function compileSearchSql(
  search: string,
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  fieldIds: readonly string[] | undefined,
): Fragment | null {
  const wanted = fold(search.trim());
  if (wanted === '') return null;
  const pattern = `%${literalPattern(wanted)}%`;
  const fields = table.fields.filter((field) => fieldIds === undefined || fieldIds.includes(field.id));
  const cells = fields.flatMap((field) => {
    const place = layout.columns.get(field.id);
    if (!place) return [];
    return sqlFieldType(field.type)
      .searched(columnRef(place), field.template, env, wanted)
      .map(({ text, values }) => ({ text: `${folded(`(${text})`)} LIKE ?`, values: [...values, pattern] }));
  });
  const ids = fields.map((field) => field.id);
  // Texts that do not fit are found too, those of the searched fields.
  const raw = fragment(
    `EXISTS (SELECT 1 FROM jsonb_each_text(COALESCE(t.raw, '{}')) AS r(field, cell) WHERE r.field = ANY(?::text[]) AND ${folded('r.cell')} LIKE ?)`,
    ids,
    pattern,
  );
  const { text, values } = join([...cells, raw], ' OR ');
  return { text: `COALESCE(${text}, false)`, values };
}
