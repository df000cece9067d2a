import { type Action, type FieldTypeChange, planAction } from '@weft/history';
import type { Engine, Sql } from '../engine/engine.ts';
import { WorkingState } from '../writer/working-state.ts';
import { chunkSize, convertChunk, ensureShadow, trustShadow } from './convert-field.ts';
import { partName } from './layout.ts';
import { type OpenBase, readBase } from './read-base.ts';

type Conversion = Action & { readonly type: 'CONVERT_FIELD_TYPE' };

/** What the conversion changes; null when it is refused: then the writer says why. */
function changeOf(base: OpenBase, action: Conversion, now: string): FieldTypeChange | null {
  const state = new WorkingState({
    metadata: base.metadata,
    deleted: base.deleted,
    records: new Map(),
    deletedRecords: new Map(),
    positions: new Map(),
    now,
  });
  const planned = planAction(state, action);
  if (!planned.ok) return null;
  return planned.value.find((change): change is FieldTypeChange => change.kind === 'field-type') ?? null;
}

async function isLarge(tx: Sql, base: OpenBase, tableId: string): Promise<boolean> {
  const table = base.layout.tables.get(tableId);
  if (!table) return false;
  const [row] = await tx.query(
    `SELECT count(*) FROM (SELECT 1 FROM ${partName(table)} LIMIT ${chunkSize + 1}) AS first`,
  );
  return Number(row?.[0]) > chunkSize;
}

/**
 * Converts the cells of a large table before the action itself, chunk by chunk, out of sight: others read and write
 * in between. What they change meanwhile is converted once more by the action. A process that dies on the way
 * leaves a column nobody sees, which is not trusted.
 */
export async function prepareConversion(
  engine: Engine,
  schema: string,
  action: Conversion,
  now: () => string,
): Promise<void> {
  const begun = now();
  /** Under the base's lock, with the metadata as it is then; the answer is null when there is nothing to prepare. */
  const locked = <T>(work: (tx: Sql, base: OpenBase, change: FieldTypeChange) => Promise<T>) =>
    engine.transaction(async (tx) => {
      await tx.query(`SELECT 1 FROM ${schema}._base FOR UPDATE`);
      const base = await readBase(tx, schema);
      const change = changeOf(base, action, begun);
      return change === null ? null : work(tx, base, change);
    });
  const bump = (tx: Sql) => tx.query(`UPDATE ${schema}._base SET meta_version = meta_version + 1`);
  const large = await locked(async (tx, base, change) => {
    const taken = await tx.query(`SELECT 1 FROM ${schema}._log WHERE action_id = $1`, [action.id]);
    if (taken.length > 0 || !(await isLarge(tx, base, change.tableId))) return false;
    await ensureShadow(tx, base, change);
    await bump(tx);
    return true;
  });
  if (large !== true) return;
  for (let at: string | null = ''; at !== null; ) {
    const from: string = at;
    at = await locked((tx, base, change) => convertChunk(tx, base, change, from));
  }
  await locked(async (tx, _base, change) => {
    await trustShadow(tx, schema, change.shadowId, begun);
    await bump(tx);
  });
}
