import { findShownField } from '@weft/core';
import type { Engine, Sql } from '../engine/engine.ts';
import { type Fragment, fragment, join } from '../fields/sql-field-type.ts';
import { DatabaseError } from '../pg-errors.ts';
import type { TableLayout } from '../schema/layout.ts';
import { type OpenBase, readBase } from '../schema/read-base.ts';
import {
  dropTables,
  readViewIndexState,
  type ViewIndexState,
  viewIndexesOf,
  viewIndexTable,
  writeViewIndexState,
} from '../schema/view-index-table.ts';
import { changedBetween, headSeq, wasImported } from './changed-since.ts';
import { readQuery, whereOf } from './read-query.ts';
import type { ReadyQuery } from './ready-query.ts';
import { choiceOf, type SavedView } from './saved-view.ts';
import { Pace, rangesOf, within } from './scan.ts';
import { statement } from './statement.ts';
import { indexOrder, sortKeys } from './view-index.ts';

/** Records of one step while an index catches up. */
const changedStep = 200;
/** A filter alone that shows more records than these fills its first page as fast without an index. */
const maxFiltered = 100_000;
/** Most indexes of views of one table, and days for which one is kept that nobody reads. */
const maxIndexes = 8;
const keptDays = 14;

const dayMs = 86_400_000;
/** SQLSTATE of a key that is too long for an index. */
const tooLong = '54000';

/** A query's index while it is filled. */
interface Filling {
  readonly engine: Engine;
  readonly base: OpenBase;
  readonly ready: ReadyQuery;
  readonly layout: TableLayout;
  readonly index: string;
  readonly used: string;
  readonly signal: AbortSignal;
}

/** The query of a view; null where no index can be of it: it is gone, shows all in the table's own order, looks into other tables, or moves with the time. */
function queryOf(base: OpenBase, tableId: string, view: SavedView): ReadyQuery | null {
  const table = base.metadata.tables.find(({ id }) => id === tableId);
  const saved = table?.views.find(({ id }) => id === view.viewId);
  if (table === undefined || saved === undefined) return null;
  const { timeZone, locale, now } = view;
  const env = { timeZone, locale, now, shownField: findShownField(base.metadata) };
  const query = { tableId, timeZone, locale, ...choiceOf(saved, table, env) };
  const ready = readQuery(base, { ...query, now });
  const muchLater = new Date(Date.parse(now) + 400 * dayMs).toISOString();
  if (ready.plain || ready.saved === null) return null;
  return readQuery(base, { ...query, now: muchLater }).identity === ready.identity ? ready : null;
}

/**
 * Builds the index of a saved view, or brings it up to the log's end. In small steps, each a transaction of its own; one
 * that is ended begins anew. Indexes of the table that nobody reads any more are dropped.
 */
export async function fillViewIndex(
  engine: Engine,
  schema: string,
  {
    tableId,
    view,
    signal,
  }: { readonly tableId: string; readonly view: SavedView; readonly signal: AbortSignal },
): Promise<void> {
  const [there] = await engine.query('SELECT to_regclass($1) IS NOT NULL', [`${schema}._base`]);
  if (there?.[0] !== true) return;
  const base = await engine.transaction((tx: Sql) => readBase(tx, schema));
  const layout = base.layout.tables.get(tableId);
  const ready = queryOf(base, tableId, view);
  if (layout === undefined || ready === null) return;
  const used = view.now;
  const oldest = new Date(Date.parse(view.now) - keptDays * dayMs).toISOString();
  const index = viewIndexTable(layout, ready.identity);
  await engine.load((tx) => dropOthers(tx, layout, { index, oldest }));
  const filling: Filling = { engine, base, ready, layout, index, used, signal };
  const { state } = await readViewIndexState(engine, layout, index);
  if (state?.filled === true && !(await wasImported(engine, layout, state.seq)))
    await catchUp(filling, state);
  else await build(filling);
}

/** Drops indexes of the table's other views that nobody reads any more, or that are too many. */
async function dropOthers(
  tx: Sql,
  layout: TableLayout,
  { index, oldest }: { readonly index: string; readonly oldest: string },
): Promise<void> {
  const others = (await viewIndexesOf(tx, layout)).filter((one) => one.index !== index);
  await dropTables(
    tx,
    others.filter(({ used }, place) => used < oldest || place >= maxIndexes - 1),
  );
}

/** `INSERT` of the view's records among some; answers how many. */
function insert({ ready, index }: Filling, which: Fragment | null): Fragment {
  const read = columns(ready);
  const where = whereOf(ready, which);
  return {
    text: `WITH added AS (INSERT INTO ${index} SELECT ${read.text} FROM ${ready.from}${where.text} RETURNING 1)
           SELECT count(*) FROM added`,
    values: [...read.values, ...where.values],
  };
}

const columns = ({ keys }: ReadyQuery): Fragment =>
  join(
    [
      ...sortKeys(keys).map(({ expression }, i) => ({ ...expression, text: `${expression.text} AS k${i}` })),
      fragment('t.position AS position'),
      fragment('t.id AS id'),
    ],
    ', ',
  );

/** Works on the index behind edits and pages. What a crash takes away is built again. */
const behind = <T>({ engine }: Filling, work: (tx: Sql) => Promise<T>): Promise<T> =>
  engine.load(async (tx) => {
    await tx.query('SET LOCAL synchronous_commit = off');
    return work(tx);
  });

const numberOf = async (tx: Sql, { text, values }: Fragment): Promise<number> => {
  const { text: sql, params } = statement({ text, values });
  const [row] = await tx.query(sql, params);
  return row?.[0] as number;
};

async function build(filling: Filling): Promise<void> {
  const { engine, ready, layout, index, used, signal } = filling;
  // What is written from here on is what the log names after it.
  const seq = await headSeq(engine, layout.schema);
  const begun: ViewIndexState = { seq, filled: false, useless: false, count: 0, used };
  await engine.transaction((tx) => createIndex(tx, filling, begun));
  const steps = { worked: 0, isAlone: false };
  const pace = new Pace(steps, () => undefined);
  let count = 0;
  try {
    for await (const range of rangesOf({ sql: engine.scanner(signal), pace }, layout)) {
      signal.throwIfAborted();
      const start = performance.now();
      count += await behind(filling, (tx) => numberOf(tx, insert(filling, within(range))));
      steps.worked += performance.now() - start;
      if (sortKeys(ready.keys).length === 0 && count > maxFiltered) return await giveUp(filling, begun);
    }
  } catch (error) {
    if (isTooLong(error)) return await giveUp(filling, begun);
    throw error;
  }
  await engine.load(async (tx) => {
    await tx.exec(`ANALYZE ${index}`);
    await writeViewIndexState(tx, index, { ...begun, filled: true, count });
  });
}

async function createIndex(tx: Sql, { ready, index }: Filling, state: ViewIndexState): Promise<void> {
  const { text, params } = statement({
    text: `CREATE TABLE ${index} AS SELECT ${columns(ready).text} FROM ${ready.from} WHERE false`,
    values: columns(ready).values,
  });
  await tx.exec(`DROP TABLE IF EXISTS ${index}`);
  await tx.query(text, params);
  await tx.exec(`CREATE INDEX ON ${index} (${indexOrder(ready.keys)})`);
  await tx.exec(`CREATE INDEX ON ${index} (id)`);
  await writeViewIndexState(tx, index, state);
}

const isTooLong = (error: unknown): boolean => error instanceof DatabaseError && error.code === tooLong;

/** The index would not help: what it holds is removed, and it is not built again while it is asked for. */
async function giveUp(filling: Filling, state: ViewIndexState): Promise<void> {
  const { index } = filling;
  await behind(filling, async (tx) => {
    await tx.exec(`TRUNCATE ${index}`);
    await writeViewIndexState(tx, index, { ...state, filled: true, useless: true, count: 0 });
  });
}

/** Writes the records anew that the log names since the index was up to date. */
async function catchUp(filling: Filling, state: ViewIndexState): Promise<void> {
  const { engine, layout, index, used, signal } = filling;
  if (state.useless) return behind(filling, (tx) => writeViewIndexState(tx, index, { ...state, used }));
  const seq = await headSeq(engine, layout.schema);
  const ids = await changedBetween(engine.scanner(signal), layout, state.seq, seq);
  let { count } = state;
  try {
    for (let at = 0; at < ids.length; at += changedStep) {
      signal.throwIfAborted();
      const some = ids.slice(at, at + changedStep);
      // A step and its count are one transaction: what is written again by the next run counts once.
      count = await behind(filling, async (tx) => {
        const removed = await numberOf(tx, {
          text: `WITH removed AS (DELETE FROM ${index} WHERE id = ANY(?::text[]) RETURNING 1) SELECT count(*) FROM removed`,
          values: [some],
        });
        const added = await numberOf(tx, insert(filling, fragment('t.id = ANY(?::text[])', some)));
        const now = count + added - removed;
        await writeViewIndexState(tx, index, { ...state, count: now });
        return now;
      });
    }
  } catch (error) {
    if (isTooLong(error)) return giveUp(filling, { ...state, used });
    throw error;
  }
  await behind(filling, (tx) => writeViewIndexState(tx, index, { ...state, seq, count, used }));
}
