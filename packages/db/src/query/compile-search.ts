import { type FieldEnv, fold, type Table } from '@weft/core';
import { folded, literalPattern } from '../fields/folded.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { sqlFieldType } from '../fields/sql-field-types.ts';
import { columnRef } from '../records/read.ts';
import type { TableLayout } from '../schema/layout.ts';
import { anySeen, type FindSeenThrough } from './seen-through.ts';

const maxTexts = 90;

/** A control character that the wanted text does not hold: no match reaches from one cell into the next. */
function separatorFor(wanted: string): string {
  for (let code = 1; ; code++) {
    const separator = String.fromCharCode(code);
    if (!wanted.includes(separator)) return separator;
  }
}

/** Whether any of some texts of a row holds the wanted one. */
function holdsText(texts: readonly Fragment[], wanted: string): readonly Fragment[] {
  const pattern = `%${literalPattern(wanted)}%`;
  // A function takes at most 100 arguments.
  const groups = Array.from({ length: Math.ceil(texts.length / maxTexts) }, (_, i) =>
    texts.slice(i * maxTexts, (i + 1) * maxTexts),
  );
  return groups.map((group) => {
    const { text, values } = join(group, ', ');
    return fragment(
      `(SELECT ${folded('row_text')}
        FROM (SELECT concat_ws(?::text, ${text}) AS row_text OFFSET 0) AS cells) LIKE ?`,
      separatorFor(wanted),
      ...values,
      pattern,
    );
  });
}

/**
 * 'Search this table': rows in which a cell shows the text; null for a blank search. A row's cells are folded as one
 * text, and by ICU only when it is not ASCII: one call instead of one for each cell.
 */
export function compileSearchSql(
  search: string,
  table: Table,
  layout: TableLayout,
  env: FieldEnv,
  fieldIds: readonly string[] | undefined,
  seen: FindSeenThrough,
): Fragment | null {
  const wanted = fold(search.trim());
  if (wanted === '') return null;
  const pattern = `%${literalPattern(wanted)}%`;
  const fields = table.fields.filter((field) => fieldIds === undefined || fieldIds.includes(field.id));
  const texts = fields.flatMap((field) => {
    const place = layout.columns.get(field.id);
    if (!place) return [];
    return sqlFieldType(field.type).searched(columnRef(place), field.template, env, wanted);
  });
  // Texts that do not fit are found too, those of the searched fields.
  const raw = fragment(
    `t.raw IS NOT NULL AND EXISTS (SELECT 1 FROM jsonb_each_text(t.raw) AS r(kept_in, cell) WHERE r.kept_in = ANY(?::text[]) AND ${folded('r.cell')} LIKE ?)`,
    fields.map((field) => layout.columns.get(field.id)?.column ?? field.id),
    pattern,
  );
  const linked = fields.flatMap((field) => {
    const through = seen(field);
    if (through === null) return [];
    const { sql, column, field: shown } = through;
    const found = holdsText(sql.searched(column, shown.template, env, wanted), wanted);
    return found.map((condition) => anySeen(through, condition, false));
  });
  const { text, values } = join([...holdsText(texts, wanted), ...linked, raw], ' OR ');
  return { text: `(${text})`, values };
}
