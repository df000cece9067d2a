import type { FieldEnv } from '@weft/core';
import { type Action, type Change, isRowChange, planAction, type Refusal } from '@weft/history';
import type { LogEvent, RecordAnswer } from '@weft/protocol';
import type { Result } from '@weft/std';
import type { Batch } from '../queue/batches.ts';
import { LinkedNames } from '../rows/linked-names.ts';
import { OpenViews, rowChanges } from '../rows/open-views.ts';
import { Overlay } from '../rows/overlay.ts';
import { TableRows } from '../rows/table-rows.ts';
import type { RetryRead } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import { BaseState, type RemovedPart, removedParts } from './base-state.ts';

/** Position behind all records of a table: local records stand there until the server assigns theirs. */
const lastPosition = Number.MAX_SAFE_INTEGER / 2;

/** Records that a person chooses from at a time (specification 2, section 7). */
const pickerPage = 25;

/** The same transport, which hands on the records that come. */
function learning(transport: Transport, learn: (records: readonly RecordAnswer[]) => void): Transport {
  return {
    call: async (name, ...rest) => {
      const answer = await transport.call(name, ...rest);
      if ((name === 'records.list' || name === 'records.window') && 'records' in answer)
        learn(answer.records);
      return answer;
    },
    follow: (...watch) => transport.follow(...watch),
  };
}

export interface WorkingCopyDeps {
  readonly basePublicId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly retryRead: RetryRead;
  /** Resolves after the pause between two readings of what many edits make stale. */
  readonly pause: () => Promise<void>;
  /** A read failed. */
  readonly onError: (error: unknown) => void;
}

/** Whether a change restores cells that only the server has: an undo, redo or restore of a field, type or table. */
const restoresCells = (change: Change, tableId: string): boolean =>
  change.tableId === tableId &&
  (change.kind === 'field-type' ||
    ((change.kind === 'field' || change.kind === 'table') && change.before === null));

/** What an event of the feed has changed here. */
interface Applied {
  /** Changed records by table; empty for an event of a local action. */
  readonly remote: ReadonlyMap<string, ReadonlySet<string>>;
  readonly removed: readonly RemovedPart[];
}

/** One base as this tab shows it: the server's state, with the overlay of pending local changes. */
export class WorkingCopy {
  readonly base: BaseState;
  readonly views: OpenViews;
  /** What linked records are called. */
  readonly names: LinkedNames;
  readonly #deps: WorkingCopyDeps;
  readonly #overlay = new Overlay();
  #localRecords = 0;

  constructor(deps: WorkingCopyDeps) {
    const { basePublicId, env, onError } = deps;
    const transport = learning(deps.transport, (records) => this.names.learn(records));
    this.#deps = { ...deps, transport };
    this.names = new LinkedNames({
      metadata: () => this.base.visible,
      env,
      read: (tableId, ids) => this.find(tableId, { ids }),
      onError,
    });
    this.base = new BaseState(this.#overlay, {
      fetch: () => transport.call('metadata.get', { basePublicId }),
      onFetched: (before) => this.views.resortChanged(before, this.base.visible),
    });
    this.views = new OpenViews((tableId, viewId) => this.#openRows(tableId, viewId), onError);
  }

  #openRows(tableId: string, viewId: string): TableRows {
    const table = () => this.base.table(tableId);
    return new TableRows({
      ...this.#deps,
      tableId,
      overlay: this.#overlay,
      table,
      view: () => table()?.views.find((view) => view.id === viewId),
      stored: () => this.base.stores(tableId),
    });
  }

  /** Records of a table, whatever its views say: those that hold a text, or those of some ids; the first ones otherwise. */
  async find(
    tableId: string,
    { search, ids }: { readonly search?: string; readonly ids?: readonly string[] },
  ): Promise<readonly RecordAnswer[]> {
    const { basePublicId, transport } = this.#deps;
    const named = { fieldId: '$id', operator: 'is_any_of', value: ids };
    const filters = { conjunction: 'and' as const, items: [named] };
    const { records } = await transport.call('records.list', {
      basePublicId,
      tableId,
      limit: ids?.length ?? pickerPage,
      ...(search && { search }),
      ...(ids && { filters }),
    });
    this.names.learnFrom(tableId, records);
    return records;
  }

  /** The changes that an action makes to what is shown. */
  plan(action: Action): Result<readonly Change[], Refusal> {
    return planAction(
      {
        metadata: this.base.visible,
        record: (tableId, recordId) => this.views.record(tableId, recordId),
        nextPosition: () => lastPosition + this.#localRecords++,
        now: this.#deps.now(),
      },
      action,
    );
  }

  /** Shows local actions before the server has them; a merged action replaces its earlier form. */
  addPending(batches: readonly Batch[]): void {
    for (const { action, changes } of batches) this.#overlay.put(action, changes);
    const before = this.base.visible;
    const changes = batches.flatMap((batch) => batch.changes);
    this.names.follow(changes);
    if (!changes.every(isRowChange)) this.base.overlayChanged();
    this.views.changedLocally(changes);
    this.views.resortChanged(before, this.base.visible);
  }

  isPending(actionId: string): boolean {
    return this.#overlay.has(actionId);
  }

  /** Removes confirmed actions from the overlay: the refetched tables contain them. */
  dropPending(actionIds: readonly string[], tableIds: ReadonlySet<string>): void {
    for (const id of actionIds) this.#overlay.drop(id);
    this.base.overlayChanged();
    for (const rows of this.views.inTables(tableIds)) rows.resort();
  }

  /** Removes all pending actions: shows the server's state alone. */
  dropAllPending(): void {
    this.#overlay.clear();
    this.base.overlayChanged();
    this.views.resortAll();
  }

  /** Applies an event of the feed that carries its changes. */
  apply({ seq, action }: LogEvent, changes: readonly Change[]): Applied {
    const { onError } = this.#deps;
    const pending = this.#overlay.changesOf(action.id);
    const appends = !action.isUndo && !action.isRedo;
    const isNew = appends && action.type !== 'RESTORE_FIELD' && action.type !== 'RESTORE_TABLE';
    const before = this.base.visible;
    const remote = new Map<string, ReadonlySet<string>>();
    this.#overlay.drop(action.id);
    this.base.apply(changes, seq);
    this.names.follow(changes);
    for (const { tableId, rows } of this.views) {
      const ofRows = rowChanges(changes, tableId);
      for (const change of changes)
        if (change.kind === 'field-type' && change.tableId === tableId) rows.converted(change, seq);
      if (!isNew && changes.some((change) => restoresCells(change, tableId))) rows.open().catch(onError);
      const overlaid = pending && rowChanges(pending, tableId);
      rows.received(ofRows, seq, action.timestamp, { appends, overlaid });
      if (changes.some((change) => change.kind === 'table' && change.tableId === tableId))
        rows.confirmed().catch(onError);
      if (pending === null && ofRows.length > 0)
        remote.set(tableId, new Set(ofRows.map(({ recordId }) => recordId)));
    }
    this.views.resortChanged(before, this.base.visible);
    return { remote, removed: removedParts(before, this.base.visible) };
  }
}
