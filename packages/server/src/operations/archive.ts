import type { RowSums, Structure } from '@weft/db';
import { z } from 'zod';

/**
 * A backup is a tar archive, compressed with gzip, that any program can open:
 *
 *     weft.json                          what this is, and the tables with their columns and keys
 *     rows/<schema>.<table>/000001.copy  rows, as PostgreSQL's COPY writes them
 *     rows/<schema>.<table>/sums.json    how many they are and their checksum, after the rows of each table
 *     files/<id>                         uploaded files
 *     secret                             only when asked for
 *     contents.json                      everything above in one list, last: an archive without it is cut off
 */
export const archiveFormat = 1;

export const entryNames = {
  head: 'weft.json',
  secret: 'secret',
  contents: 'contents.json',
} as const;

export interface ArchiveHead {
  readonly format: typeof archiveFormat;
  /** The version of Weft that wrote it. */
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  readonly engine: 'embedded' | 'postgres';
  /** The migrations the database had seen. */
  readonly migrations: readonly string[];
  readonly structure: Structure;
}

export interface ArchiveContents {
  /** By `<schema>.<table>`. */
  readonly tables: { readonly [table: string]: RowSums };
  /** By path below `files`. */
  readonly files: { readonly [path: string]: { readonly size: number; readonly sha256: string } };
}

const text = z.string();
const tableShape = z.object({
  schema: text,
  name: text,
  columns: z.array(
    z.object({
      name: text,
      type: text,
      collation: text.nullable(),
      notNull: z.boolean(),
      default: text.nullable(),
      identity: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
      generated: text.nullable(),
    }),
  ),
  constraints: z.array(text),
  foreignKeys: z.array(text),
  indexes: z.array(text),
  dividedBy: text.exactOptional(),
  partition: z.object({ of: text, bound: text }).exactOptional(),
});

export const archiveHead: z.ZodType<ArchiveHead> = z.object({
  format: z.literal(archiveFormat),
  version: text,
  madeAt: text,
  engine: z.enum(['embedded', 'postgres']),
  migrations: z.array(text),
  structure: z.object({
    schemas: z.array(text),
    tables: z.array(tableShape),
    sequences: z.array(
      z.object({
        schema: text,
        name: text,
        table: text,
        column: text,
        identity: z.boolean(),
        last: z.number().nullable(),
      }),
    ),
  }),
});

export const rowSums: z.ZodType<RowSums> = z.object({ rows: z.number(), checksum: text });
export const archiveContents: z.ZodType<ArchiveContents> = z.object({
  tables: z.record(text, rowSums),
  files: z.record(text, z.object({ size: z.number(), sha256: text })),
});
