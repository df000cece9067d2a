import { AppError } from '@weft/std';
import type { Reads } from '../engine/engine.ts';
import { DatabaseError } from '../pg-errors.ts';
import { RowCounter, type RowSums } from './row-sums.ts';
import { copiedColumns, type TableShape, tableName } from './structure.ts';

/** Bytes of one reading, about: what travels at a time, and what a reader keeps in memory. */
const wanted = 2 * 1024 * 1024;
/** A page of 8 KiB holds at most 291 rows, so places on it stay below this. */
const places = 512;

/** Somebody changed what a table is while it was read: begin again. */
export class TableMoved extends AppError {
  constructor(table: string) {
    super('conflict', `The table ${table} was changed in its shape while it was being read.`);
  }
}

/**
 * All rows of a table as the snapshot sees them, as whole lines of COPY's text format. Read by where they lie, some
 * pages at a time, in a transaction each: the size of a step follows the size of the rows.
 */
export async function* tableRows(
  reads: Reads,
  table: TableShape,
  isDistributed = false,
): AsyncGenerator<Uint8Array> {
  const name = tableName(table);
  const asText = `'${name.replaceAll("'", "''")}'::regclass`;
  const read = async <T>(work: Parameters<typeof reads<T>>[0]): Promise<T> => {
    try {
      return await reads(work);
    } catch (error) {
      // Undefined table, column or schema: what the snapshot saw is no longer there.
      if (error instanceof DatabaseError && /^(42P01|42703|3F000)$/.test(error.code ?? ''))
        throw new TableMoved(name);
      throw error;
    }
  };
  const place = () =>
    read(async (tx) => {
      const [row] = await tx.query(
        // Where its rows lay at the moment of the snapshot, and where they lie now.
        `SELECT (SELECT relfilenode::int8 FROM pg_class WHERE oid = ${asText}), pg_relation_filenode(${asText})::int8,
           ${isDistributed ? 'citus' : 'pg'}_relation_size(${asText})::int8, ${isDistributed ? 'citus' : 'pg'}_table_size(${asText})::int8, current_setting('block_size')::int8`,
      );
      const [then, now, size = 0, bytes = 0, block = 8192] = (row ?? []).map(Number);
      return { moved: then !== now, pages: Math.ceil(size / block), bytes };
    });
  const { pages, bytes } = await place();
  const end = pages * places;
  let step = Math.max(1, Math.floor((wanted / Math.max(1, bytes)) * end));
  for (let start = 0; start < end; ) {
    const next = Math.min(end, start + step);
    const where = `ctid >= '${tid(start)}' AND ctid < '${tid(next)}'`;
    const lines = await read((tx) =>
      tx.copyOut(`SELECT ${copiedColumns(table)} FROM ${name} WHERE ${where}`),
    );
    if (lines.length > 0) yield lines;
    const fit = lines.length === 0 ? 4 : wanted / lines.length;
    step = Math.max(1, Math.floor(step * Math.min(4, Math.max(1 / 64, fit))));
    start = next;
  }
  if ((await place()).moved) throw new TableMoved(name);
}

const tid = (at: number): string => `(${Math.floor(at / places)},${at % places})`;

export async function tableSums(reads: Reads, table: TableShape, isDistributed = false): Promise<RowSums> {
  const counter = new RowCounter();
  for await (const lines of tableRows(reads, table, isDistributed)) counter.add(lines);
  return counter.sums();
}
