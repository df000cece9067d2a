import { must } from '@weft/std';
import type { Reader, Row } from '../engine/engine.ts';
import type { Queries } from '../query/scan.ts';

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
 * A reader whose first statement brings the head of a base along: read just before, so that what the statement finds is
 * never older. `head` answers it; null when no statement was run.
 */
export function withHead(
  reader: Reader,
  schema: string,
): { readonly sql: Queries; readonly head: () => Head | null } {
  let head: Head | null = null;
  const sql: Queries = {
    query: async (text, params = []) => {
      if (head !== null) return reader.query(text, params);
      const [heads, rows] = await reader.queryBoth(
        { text: headStatement(schema), params: [] },
        { text, params },
      );
      head = toHead(heads);
      return rows;
    },
  };
  return { sql, head: () => head };
}
