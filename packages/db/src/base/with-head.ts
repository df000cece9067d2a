import { must } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';

/** Where a base stands: the end of its log, and the version of its metadata. */
interface Head {
  readonly seq: number;
  readonly metaVersion: number;
}

export const headStatement = (schema: string): string => `SELECT seq, meta_version FROM ${schema}._base`;

export function toHead(rows: readonly Row[]): Head {
  const [seq, metaVersion] = must(rows[0], 'the row of a base') as readonly [number, number];
  return { seq, metaVersion };
}

/**
 * The engine, whose first statement brings the head of a base along: read just before, so that what the statement
 * finds is never older. `head` answers it; null when no statement was run.
 */
export function withHead(
  engine: Engine,
  schema: string,
): { readonly sql: Sql; readonly head: () => Head | null } {
  let head: Head | null = null;
  const sql: Sql = {
    query: async (text, params = []) => {
      if (head !== null) return engine.query(text, params);
      const [heads, rows] = await engine.queryBoth(
        { text: headStatement(schema), params: [] },
        { text, params },
      );
      head = toHead(heads);
      return rows;
    },
    copyIn: (target, bytes, format) => engine.copyIn(target, bytes, format),
    copyOut: (select) => engine.copyOut(select),
  };
  return { sql, head: () => head };
}
