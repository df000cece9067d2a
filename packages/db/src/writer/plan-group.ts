import { type BaseRecord, isLinkField } from '@weft/core';
import {
  type Action,
  type Change,
  type DeletedRecord,
  labelOf,
  needsOf,
  planAction,
  type ViewUpdate,
} from '@weft/history';
import { AppError } from '@weft/std';
import type { Sql, Transaction } from '../engine/engine.ts';
import type { Outcome } from '../group-commit.ts';
import { deletedIds } from '../records/deleted-ids.ts';
import { readNumbers } from '../records/numbers.ts';
import { lastPosition, readRecordsById } from '../records/read.ts';
import { findRoom } from '../records/room.ts';
import type { OpenBase } from '../schema/read-base.ts';
import { conversionsFrom, since } from './conversions.ts';
import { deletedRecords, lostViews, type NewEntry } from './log.ts';
import { keyOf, WorkingState } from './working-state.ts';

/** Writes in the transaction of an action, which made these changes; what it throws takes the action back. */
export type AlongsideAction = (
  tx: Pick<Transaction, 'query' | 'send'>,
  changes: readonly Change[],
) => Promise<void>;

/** An action of a person, waiting to be done. */
export interface ActionJob {
  readonly kind: 'action';
  readonly userId: string;
  readonly action: Action;
  /** Writes what belongs to the action in its transaction; not called where it was refused or repeated. */
  readonly alongside?: AlongsideAction;
}

export interface Planned {
  readonly entries: readonly NewEntry[];
  readonly changes: readonly Change[];
  readonly outcomes: readonly Outcome<NewEntry>[];
  readonly state: WorkingState;
}

/** Collects ids by table. */
class IdsByTable {
  readonly #ids = new Map<string, Set<string>>();

  add(tableId: string, ids: readonly string[]): void {
    const present = this.#ids.get(tableId) ?? new Set();
    for (const id of ids) present.add(id);
    this.#ids.set(tableId, present);
  }

  entries(): Iterable<[string, Set<string>]> {
    return this.#ids;
  }
}

/** The fields of a table that are there: cells of the others are not read, of which there may be thousands. */
const fieldsOf = ({ metadata }: OpenBase, tableId: string): ReadonlySet<string> =>
  new Set(metadata.tables.find(({ id }) => id === tableId)?.fields.map(({ id }) => id));

/** The table that a link field, deleted or not, links to. */
function linkTarget({ metadata, deleted }: OpenBase, tableId: string, fieldId: string): string | undefined {
  const table = metadata.tables.find(({ id }) => id === tableId);
  const field = table?.fields.find(({ id }) => id === fieldId) ?? deleted.fields.get(fieldId);
  return isLinkField(field) ? field.template.tableId : undefined;
}

/** The records an action is to link, in the table that its field links to. */
function linkedOf(
  { metadata }: OpenBase,
  action: Action,
): { readonly tableId: string; readonly ids: readonly string[] } | null {
  const { linked } = needsOf(action);
  const table = metadata.tables.find(({ id }) => id === linked?.tableId);
  const field = table?.fields.find(({ id }) => id === linked?.fieldId);
  if (linked === undefined || !isLinkField(field)) return null;
  return { tableId: field.template.tableId, ids: linked.ids };
}

/** Everything the actions need, read with one statement per table. */
async function stateFor(
  tx: Sql,
  base: OpenBase,
  actions: readonly Action[],
  now: string,
): Promise<WorkingState> {
  const wanted = new IdsByTable();
  const wantedWhole = new IdsByTable();
  const wantedNew = new IdsByTable();
  const wantedDeleted = new IdsByTable();
  const positioned = new Set<string>();
  for (const action of actions) {
    const needs = needsOf(action);
    const { records: read, newRecords } = needs;
    if (read) (needs.whole ? wantedWhole : wanted).add(read.tableId, read.ids);
    if (newRecords) wantedNew.add(newRecords.tableId, newRecords.ids);
    const linked = linkedOf(base, action);
    if (linked !== null) wanted.add(linked.tableId, linked.ids);
    if (needs.deletedRecords) wantedDeleted.add(needs.deletedRecords.tableId, needs.deletedRecords.ids);
    if (needs.position !== undefined) positioned.add(needs.position);
  }
  const records = new Map<string, BaseRecord>();
  const read = async (tableId: string, ids: Iterable<string>, fieldIds: ReadonlySet<string> | null) => {
    const table = base.layout.tables.get(tableId);
    if (!table) return;
    for (const record of await readRecordsById(tx, table, [...ids], fieldIds))
      records.set(keyOf(tableId, record.id), record);
  };
  const goneIds = new Set<string>();
  const readGone = async (tableId: string, ids: Iterable<string>) => {
    for (const id of await deletedIds(tx, base.schema, tableId, [...ids])) goneIds.add(keyOf(tableId, id));
  };
  const positions = new Map<string, number>();
  const readPosition = async (tableId: string) => {
    const table = base.layout.tables.get(tableId);
    if (table) positions.set(tableId, await lastPosition(tx, table));
  };
  // Asked together, which is one round trip on PostgreSQL; whole records are set last, as they hold more.
  await Promise.all([
    ...[...wanted.entries()].map(([tableId, ids]) => read(tableId, ids, fieldsOf(base, tableId))),
    ...[...wantedNew.entries()].map(([tableId, ids]) => readGone(tableId, ids)),
    ...[...positioned].map(readPosition),
  ]);
  for (const [tableId, ids] of wantedWhole.entries()) await read(tableId, ids, null);
  const returning = [...wantedDeleted.entries()].map(([tableId]) => tableId);
  const numbers = await readNumbers(tx, base, new Set([...positioned, ...returning]));
  const deleted = new Map<string, DeletedRecord>();
  for (const [tableId, ids] of wantedDeleted.entries()) {
    const found = await deletedRecords(tx, base.schema, tableId, [...ids]);
    const first = Math.min(...[...found.values()].map(({ at }) => at.seq));
    const conversions = await conversionsFrom(tx, base, [tableId], first);
    for (const [id, { record, at, links }] of found) {
      deleted.set(keyOf(tableId, id), { record, since: since(conversions, at), links });
      for (const [fieldId, linkedIds] of Object.entries(links)) {
        const to = linkTarget(base, tableId, fieldId);
        if (to !== undefined) await read(to, linkedIds, fieldsOf(base, to));
      }
    }
  }
  const lost = new Map<string, readonly ViewUpdate[]>();
  for (const action of actions) {
    const field = needsOf(action).lostViews;
    if (field) lost.set(field.fieldId, await lostViews(tx, base.schema, field.tableId, field.fieldId));
  }
  // An action that moves records is alone in its group.
  const moving = actions[0] && needsOf(actions[0]).room;
  const around = moving && base.layout.tables.get(moving.tableId);
  return new WorkingState({
    metadata: base.metadata,
    deleted: base.deleted,
    records,
    deletedRecords: deleted,
    goneIds,
    lostViews: lost,
    room: moving && around && (await findRoom(tx, around, moving)),
    positions,
    numbers,
    now,
  });
}

/** Plans the actions one after another, each on the state the ones before leave; a refused one leaves none. */
export async function planGroup(
  tx: Sql,
  base: OpenBase,
  jobs: readonly ActionJob[],
  firstSeq: number,
  now: string,
): Promise<Planned> {
  const state = await stateFor(
    tx,
    base,
    jobs.map((job) => job.action),
    now,
  );
  const entries: NewEntry[] = [];
  const changes: Change[] = [];
  const outcomes = jobs.map(({ userId, action }): Outcome<NewEntry> => {
    const label = labelOf(action, state.metadata);
    const planned = planAction(state, action);
    if (!planned.ok) {
      const { kind, message, faults } = planned.error;
      return { ok: false, reason: new AppError(kind, message, faults) };
    }
    state.apply(planned.value);
    changes.push(...planned.value);
    const entry: NewEntry = {
      seq: firstSeq + entries.length,
      id: action.id,
      type: action.type,
      label,
      userId,
      timestamp: now,
      isUndo: false,
      isRedo: false,
      ...(action.groupId !== undefined && { groupId: action.groupId }),
      changes: planned.value,
      // A change that changed nothing is no step to take back.
      tracked: planned.value.length > 0,
    };
    entries.push(entry);
    return { ok: true, done: entry };
  });
  return { entries, changes, outcomes, state };
}
