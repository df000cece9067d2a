import { must } from '@weft/std';
import type { Reader, Row } from '../engine/engine.ts';
import type { Queries } from '../query/scan.ts';
import { namesVersion } from '../schema/read-base.ts';

/** Where a base stands: the end of its log, and the versions of its metadata and of what people are called. */
interface Head {
  readonly seq: number;
  readonly metaVersion: number;
  readonly namesVersion: number;
}

export const headStatement = (schema: string): string =>
  `SELECT seq, meta_version, ${namesVersion} FROM ${schema}._base`;

export function toHead(rows: readonly Row[]): Head {
  const [seq, metaVersion, names] = must(rows[0], 'the row of a base') as readonly [number, number, number];
  return { seq, metaVersion, namesVersion: names };
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
