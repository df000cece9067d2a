import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@weft/std';
import { emptyDatabase, type Session } from '@weft/testkit';
import { type Metadata, newTable, type Records, testId } from './databases.ts';

/** A table whose records carry the same number twice, written in one edit: halves of an edit would show. */
export interface Twins {
  readonly table: { readonly basePublicId: string; readonly tableId: string };
  readonly ids: readonly string[];
  readonly first: string;
  readonly second: string;
}

export async function makeTwins(session: Session): Promise<Twins> {
  const { table, fieldIds } = await newTable(session);
  const [first, second] = fieldIds;
  const ids = Array.from({ length: 8 }, () => testId('rec'));
  const twins = { table, ids, first: must(first), second: must(second) };
  await session.mutate('records.create', {
    ...table,
    records: ids.map((id) => ({ id, data: pair(twins, 0) })),
  });
  return twins;
}

export const pair = ({ first, second }: Pick<Twins, 'first' | 'second'>, number: number) => ({
  [first]: String(number),
  [second]: String(number),
});

const rowsOf = async (session: Session, { table }: Twins) =>
  (await session.query<Records>('records.list', { ...table, limit: 100 })).records;

/** Everything a person sees of a table, and the log behind it. */
export async function seen(session: Session, twins: Twins) {
  const { version } = await session.query<Metadata>('metadata.get', twins.table);
  const { actions } = await session.query<{ actions: readonly unknown[] }>('history.list', twins.table);
  return { version, actions, records: await rowsOf(session, twins) };
}

/** Rows enough that a command can be killed in the middle of them. */
export async function fill(session: Session, { table, first, second }: Twins): Promise<void> {
  const rows = Array.from({ length: 2_000 }, () => randomBytes(150).toString('hex'));
  const records = rows.map((text) => ({ id: testId('rec'), data: { [first]: text, [second]: text } }));
  await session.mutate('records.create', { ...table, records });
}

/** A pipe that gives these bytes and then nothing, without an end: whoever reads it is in its middle until killed. */
export function pipeThatStalls(path: string, bytes: Uint8Array) {
  execFileSync('mkfifo', [path]);
  const stream = createWriteStream(path);
  // The reader that was killed.
  stream.on('error', () => {});
  return {
    path,
    /** Resolves when nearly all was read. */
    taken: new Promise((resolve) => stream.write(bytes, resolve)),
    close: () => stream.destroy(),
  };
}

/** A second instance: a folder of its own and, where asked for, a PostgreSQL database of its own. */
export async function elsewhere(engine: 'embedded' | 'PostgreSQL') {
  const dataDir = mkdtempSync(join(tmpdir(), 'weft-elsewhere-'));
  const database = engine === 'embedded' ? null : await emptyDatabase();
  const env: Readonly<Record<string, string>> = { DATA_DIR: dataDir, ...database?.settings };
  return {
    dataDir,
    env,
    [Symbol.asyncDispose]: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}
