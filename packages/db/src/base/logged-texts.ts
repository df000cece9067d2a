import { fold } from '@weft/core';
import type { Engine, Scanner } from '../engine/engine.ts';
import { folded, literalPattern } from '../fields/folded.ts';
import type { RunScan } from '../query/record-query.ts';
import type { TableLayout } from '../schema/layout.ts';

/** A record that the log names, and texts that cells of it held. */
export interface LoggedTexts {
  readonly id: string;
  readonly texts: readonly string[];
}

/** Entries of the log that one statement looks at. */
const step = 5_000;

/**
 * Records of a table of which the log says that their cells hold a text somewhere, or held it before they were edited or
 * deleted, but for case and accents. With all texts of that change: whoever asks looks at them once more.
 */
export async function* recordsLoggedWith(
  engine: Engine,
  table: TableLayout,
  text: string,
  runScan: RunScan,
): AsyncGenerator<readonly LoggedTexts[]> {
  const [ends] = await engine.query(
    `SELECT coalesce(min(seq), 1), coalesce(max(seq), 0) FROM ${table.schema}._log`,
  );
  const [oldest = 1, newest = 0] = (ends ?? []).map(Number);
  for (let from = oldest; from <= newest; from += step) {
    const found = await runScan((signal) => readStep(engine.scanner(signal), table, text, from));
    if (found.length > 0) yield found;
  }
}

async function readStep(
  sql: Scanner,
  { schema, id: tableId }: TableLayout,
  text: string,
  from: number,
): Promise<readonly LoggedTexts[]> {
  const rows = await sql.query(
    `SELECT c->>'recordId', c->'before', c->'after' FROM ${schema}._log, jsonb_array_elements(changes) AS c
     WHERE seq >= $3 AND seq < $4 AND $1 = ANY (table_ids) AND c->>'tableId' = $1
       AND c->>'kind' IN ('record', 'cells') AND ${folded('(c::text)')} LIKE $2`,
    [tableId, `%${literalPattern(fold(text))}%`, from, from + step],
  );
  const texts = Map.groupBy(rows, ([id]) => String(id));
  return [...texts].map(([id, changes]) => ({
    id,
    texts: changes.flatMap(([, before, after]) => [...textsIn(before), ...textsIn(after)]),
  }));
}

/** The texts of what the log holds of a record or of cells: of values, and those that did not fit. */
function textsIn(side: unknown): readonly string[] {
  if (typeof side === 'string') return [side];
  return typeof side === 'object' && side !== null ? Object.values(side).flatMap(textsIn) : [];
}
