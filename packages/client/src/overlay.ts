import type { BaseMetadata, BaseRecord } from '@weft/core';
import { type Action, type ActionType, applyToMetadata, applyToRecord, type Change } from '@weft/history';

/** A change made here that the server's feed has not yet confirmed. */
export interface Pending {
  readonly actionId: string;
  readonly type: ActionType;
  readonly changes: readonly Change[];
}

/**
 * The changes made here, laid over what the server has said. What stands in a cell afterwards does not depend
 * on what stood there before, so they are laid on again over newer states without being planned again.
 */
export class Overlay {
  #pending: Pending[] = [];
  /** Whether a field becomes another kind. */
  #converts = false;
  readonly #byRecord = new Map<string, Set<Pending>>();

  get size(): number {
    return this.#pending.length;
  }

  has(actionId: string): boolean {
    return this.#pending.some((pending) => pending.actionId === actionId);
  }

  /** Lays an action's changes on top; a merged action takes the place of its earlier form. */
  put(action: Action, changes: readonly Change[]): readonly string[] {
    const before = this.drop(action.id);
    const pending = { actionId: action.id, type: action.type, changes };
    this.#pending.push(pending);
    this.#lookForConversions();
    for (const id of recordIds(changes)) {
      const of = this.#byRecord.get(id);
      if (of) of.add(pending);
      else this.#byRecord.set(id, new Set([pending]));
    }
    return [...before, ...recordIds(changes)];
  }

  /** Takes an action off; the answer names the records it touched. */
  drop(actionId: string): readonly string[] {
    const pending = this.#pending.find((candidate) => candidate.actionId === actionId);
    if (!pending) return [];
    this.#pending = this.#pending.filter((candidate) => candidate !== pending);
    this.#lookForConversions();
    const ids = recordIds(pending.changes);
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
    this.#converts = false;
  }

  #lookForConversions(): void {
    this.#converts = this.#pending.some(({ changes }) =>
      changes.some((change) => change.kind === 'field-type'),
    );
  }

  /** Whether anything here touches the record. */
  touches(recordId: string): boolean {
    return this.#byRecord.has(recordId);
  }

  record(recordId: string, server: BaseRecord | undefined, now: string): BaseRecord | undefined {
    const of = this.#byRecord.get(recordId);
    if (!of && !this.#converts) return server;
    let record = server;
    // A field that becomes another kind touches every record.
    for (const pending of this.#converts ? this.#pending : (of ?? [])) {
      for (const change of pending.changes) {
        if (change.kind === 'field-type' || ('recordId' in change && change.recordId === recordId))
          record = applyToRecord(record, change, now);
      }
    }
    return record;
  }

  metadata(server: BaseMetadata): BaseMetadata {
    return this.#pending.reduce((state, pending) => pending.changes.reduce(applyToMetadata, state), server);
  }

  /** Whether a table is being made here from nothing: all its records are here. */
  makes(tableId: string): boolean {
    return this.#pending.some(
      ({ type, changes }) =>
        type === 'CREATE_TABLE' &&
        changes.some((change) => change.kind === 'table' && change.tableId === tableId),
    );
  }

  /** Records created here in a table and not yet confirmed, in order. */
  created(tableId: string): readonly string[] {
    return this.#pending.flatMap((pending) =>
      pending.changes.flatMap((change) =>
        change.kind === 'record' && change.tableId === tableId && change.before === null
          ? [change.recordId]
          : [],
      ),
    );
  }
}

function recordIds(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.flatMap((change) => ('recordId' in change ? [change.recordId] : [])))];
}
