import type { BaseMetadata, BaseRecord } from '@weft/core';
import { type Action, type ActionType, applyToMetadata, applyToRecord, type Change } from '@weft/history';

/** A local action that the feed has not confirmed yet. */
export interface Pending {
  readonly actionId: string;
  readonly type: ActionType;
  readonly changes: readonly Change[];
}

/**
 * The pending local changes, applied over the server's state on each read (optimistic updates). Changes hold results,
 * not operations, so they apply to newer server states without being planned again.
 */
export class Overlay {
  #pending: Pending[] = [];
  /** Whether a pending change converts a field's type. */
  #converts = false;
  /** Index by record: an action may change ten thousand records. */
  readonly #byRecord = new Map<string, Map<Pending, Change[]>>();
  /** Cache of the records created here, by table; null: stale. */
  #created: Map<string, string[]> | null = null;

  has(actionId: string): boolean {
    return this.#pending.some((pending) => pending.actionId === actionId);
  }

  /** The changes of a pending action; null where it is not pending. */
  changesOf(actionId: string): readonly Change[] | null {
    return this.#pending.find((pending) => pending.actionId === actionId)?.changes ?? null;
  }

  /** Adds an action's changes on top; a merged action replaces its earlier form. Returns the records touched. */
  put(action: Action, changes: readonly Change[]): readonly string[] {
    const before = this.drop(action.id);
    const pending = { actionId: action.id, type: action.type, changes };
    this.#pending.push(pending);
    this.#updateConverts();
    this.#created = null;
    const byRecord = changesByRecord(changes);
    for (const [id, own] of byRecord) {
      const of = this.#byRecord.get(id);
      if (of) of.set(pending, own);
      else this.#byRecord.set(id, new Map([[pending, own]]));
    }
    return [...before, ...byRecord.keys()];
  }

  /** Removes an action; returns the records it touched. */
  drop(actionId: string): readonly string[] {
    const pending = this.#pending.find((candidate) => candidate.actionId === actionId);
    if (!pending) return [];
    this.#pending = this.#pending.filter((candidate) => candidate !== pending);
    this.#updateConverts();
    this.#created = null;
    const ids = [...changesByRecord(pending.changes).keys()];
    for (const id of ids) {
      const of = this.#byRecord.get(id);
      of?.delete(pending);
      if (of?.size === 0) this.#byRecord.delete(id);
    }
    return ids;
  }

  clear(): void {
    this.#pending = [];
    this.#byRecord.clear();
    this.#created = null;
    this.#converts = false;
  }

  #updateConverts(): void {
    this.#converts = this.#pending.some(({ changes }) =>
      changes.some((change) => change.kind === 'field-type'),
    );
  }

  /** Whether a pending change touches the record. */
  touches(recordId: string): boolean {
    return this.#byRecord.has(recordId);
  }

  /** The record with the pending changes applied; `now` (ISO 8601 UTC) is its new `updatedAt`. */
  record(recordId: string, server: BaseRecord | undefined, now: string): BaseRecord | undefined {
    const of = this.#byRecord.get(recordId);
    if (!of && !this.#converts) return server;
    let record = server;
    // Converting a field touches every record.
    if (!this.#converts) {
      for (const own of of?.values() ?? [])
        for (const change of own) record = applyToRecord(record, change, now);
      return record;
    }
    for (const pending of this.#pending) {
      for (const change of pending.changes) {
        if (change.kind === 'field-type' || ('recordId' in change && change.recordId === recordId))
          record = applyToRecord(record, change, now);
      }
    }
    return record;
  }

  /** The metadata with the pending changes applied. */
  metadata(server: BaseMetadata): BaseMetadata {
    return this.#pending.reduce((state, pending) => pending.changes.reduce(applyToMetadata, state), server);
  }

  /** Whether a pending action creates the table, not as a copy: then all its records are local. */
  creates(tableId: string): boolean {
    return this.#pending.some(
      ({ type, changes }) =>
        type === 'CREATE_TABLE' &&
        changes.some((change) => change.kind === 'table' && change.tableId === tableId),
    );
  }

  /** Records created here and not yet confirmed, in order. */
  created(tableId: string): readonly string[] {
    this.#created ??= createdIn(this.#pending);
    return this.#created.get(tableId) ?? none;
  }
}

const none: readonly string[] = [];

function changesByRecord(changes: readonly Change[]): ReadonlyMap<string, Change[]> {
  const byRecord = new Map<string, Change[]>();
  for (const change of changes) {
    if (!('recordId' in change)) continue;
    const own = byRecord.get(change.recordId);
    if (own) own.push(change);
    else byRecord.set(change.recordId, [change]);
  }
  return byRecord;
}

function createdIn(pending: readonly Pending[]): Map<string, string[]> {
  const created = new Map<string, string[]>();
  for (const { changes } of pending)
    for (const change of changes) {
      if (change.kind !== 'record' || change.before !== null) continue;
      const ids = created.get(change.tableId);
      if (ids) ids.push(change.recordId);
      else created.set(change.tableId, [change.recordId]);
    }
  return created;
}
