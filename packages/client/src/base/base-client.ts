import type { BaseMetadata } from '@weft/core';
import { type Action, type ActionInputs, type CalledAction, labelOf, type Refusal } from '@weft/history';
import {
  type BaseRole,
  type CallOutput,
  callOf,
  type LogEvent,
  type PresentCell,
  type PresentPerson,
} from '@weft/protocol';
import { AppError, must, ok, type Result } from '@weft/std';
import { Presence } from '../presence/presence.ts';
import { inBatches } from '../queue/batches.ts';
import { type BulkWatch, type BulkWork, type RowsOfView, runBulkEdit } from '../queue/bulk-edit.ts';
import { Outbox, OutboxHeldError, type SaveState } from '../queue/outbox.ts';
import { stepOf } from '../queue/outbox-entries.ts';
import type { LinkedRecords } from '../rows/linked-records.ts';
import type { TableRows } from '../rows/table-rows.ts';
import { delay } from '../transport/timers.ts';
import { type Transport, watchSession } from '../transport/transport.ts';
import { ActionTrail } from './action-trail.ts';
import type { BaseClientDeps, BaseClientEvents } from './base-client-deps.ts';
import type { RemovedPart } from './base-state.ts';
import { BaseSync } from './base-sync.ts';
import { ReplacedEdits } from './replaced-edits.ts';
import type { WorkingCopy } from './working-copy.ts';

export type StepResult = CallOutput<'history.undo'>;

/**
 * One open base in one browser tab: the working copy that is shown, the outbox of pending changes, and the sync with the
 * server's feed, through which all clients converge.
 */
export class BaseClient {
  readonly basePublicId: string;
  /** What undo and redo would mean now. */
  readonly trail: ActionTrail;
  /** Who else has the base open. */
  readonly presence: Presence<PresentPerson, PresentCell>;
  readonly #deps: BaseClientDeps;
  readonly #events: BaseClientEvents;
  readonly #transport: Transport;
  readonly #sync: BaseSync;
  readonly #copy: WorkingCopy;
  readonly #outbox: Outbox;

  constructor(basePublicId: string, deps: BaseClientDeps, events: BaseClientEvents) {
    const { env, now, after } = deps;
    this.basePublicId = basePublicId;
    this.#deps = deps;
    this.#events = events;
    this.trail = new ActionTrail(deps.userId);
    this.#transport = watchSession(deps.transport, () => this.#onSignedOut());
    this.presence = new Presence({
      ...{ userId: deps.userId, tabId: deps.newActionId(), after },
      send: ({ at, ...tab }) =>
        deps.transport.call('base.present', { basePublicId, ...tab, cell: at }, { keepalive: tab.leaves }),
    });
    const replacedEdits = new ReplacedEdits(deps.userId, now);
    this.#sync = new BaseSync(
      {
        ...{ basePublicId, env, now, after },
        transport: this.#transport,
        afterPending: () => this.#outbox.barrier(async () => {}).catch(() => {}),
      },
      {
        onChange: events.onChange,
        onEvent: (action) => {
          const replaced = replacedEdits.follow(action);
          if (replaced !== null) events.onReplaced(replaced);
          this.#onEvent(action);
          events.onLogged?.();
        },
        onRemote: events.onRemote,
        // The person's own deletions, here or in another tab, need no notice.
        onRemoved: (parts, userId) => userId !== deps.userId && events.onRemoved(parts, userId),
        onPresent: (people) => this.presence.received(people),
        onReconnected: () => this.#onReconnected(),
        onRefused: events.onRefused,
        onError: events.onError,
      },
    );
    this.#copy = this.#sync.copy;
    this.#outbox = new Outbox(
      {
        after,
        send: (action, leaving) => this.#send(action, leaving),
        keep: (actions) => deps.keep.save(actions),
      },
      {
        onState: () => events.onChange(),
        onFailed: (dropped, error) => this.#onDropped(dropped, error),
      },
    );
  }

  /** With local changes applied. */
  get metadata(): BaseMetadata {
    return this.#copy.base.visible;
  }

  /** With deleted tables and fields put back: pending changes may be about them. */
  get metadataWithRemoved(): BaseMetadata {
    return this.#copy.base.withRemoved;
  }

  get name(): string {
    return this.#copy.base.name;
  }

  get role(): BaseRole {
    return this.#copy.base.role;
  }

  get saveState(): SaveState {
    return this.#outbox.state;
  }

  /** Changes the server has not accepted yet, in order. */
  get unsent(): readonly Action[] {
    return this.#outbox.pending;
  }

  /** Whether the server can be reached, as far as is known. */
  get online(): boolean {
    return this.#sync.online;
  }

  /** Fetches the base and follows its feed; sends the changes that a reload interrupted. */
  async open(): Promise<void> {
    this.#sync.start(await this.refresh());
    this.#outbox.restore(this.#deps.keep.load());
  }

  close(): void {
    this.presence.look(false);
    this.#outbox.flush();
    this.#sync.close();
  }

  /** The page may be about to unload: sends pending changes without waiting for their debounce. */
  flush(): void {
    this.#outbox.flush();
  }

  /** The person is signed in again: sends pending changes, catches up with the feed and refetches the rows. */
  signedIn(): void {
    if (this.saveState.kind !== 'signed-out') return;
    this.#sync.start();
    this.#outbox.resume();
    this.#copy.views.refetchAll();
  }

  /** Fetches the base; holds the outbox while the base is in the trash. Returns the seq it is valid for. */
  async refresh(): Promise<number> {
    const version = await this.#sync.fetchBase();
    if (this.#copy.base.trashed) this.#outbox.hold('trashed');
    else if (this.saveState.kind === 'trashed') this.#outbox.resume();
    return version;
  }

  /** The rows of a table's view; loaded on the first call. */
  rows(tableId: string, viewId: string): TableRows {
    return this.#copy.views.of(tableId, viewId);
  }

  /** Loads a record that no view shows, as one opened by its address. Rejects with not-found where there is none. */
  loadRecord(tableId: string, viewId: string, recordId: string): Promise<void> {
    return this.#sync.loadRecord(this.rows(tableId, viewId), tableId, recordId);
  }

  /** What is shown of linked records. */
  get linked(): LinkedRecords {
    return this.#copy.linked;
  }

  /** Records of a table to choose from: see `WorkingCopy.find`. */
  find(...choice: Parameters<WorkingCopy['find']>): ReturnType<WorkingCopy['find']> {
    return this.#copy.find(...choice);
  }

  /** How many records of a table hold several links in a field. */
  countSeveral(tableId: string, fieldId: string): Promise<number> {
    return this.#copy.countSeveral(tableId, fieldId);
  }

  /** Records that hold one of some options: see `WorkingCopy.holders`. */
  holders(...asked: Parameters<WorkingCopy['holders']>): ReturnType<WorkingCopy['holders']> {
    return this.#copy.holders(...asked);
  }

  /** Records of a table by their names: see `WorkingCopy.match`. */
  match(...names: Parameters<WorkingCopy['match']>): ReturnType<WorkingCopy['match']> {
    return this.#copy.match(...names);
  }

  /** Does an action: on screen at once, then on the server. A refusal the browser can foresee is returned. */
  dispatch<T extends CalledAction>(
    type: T,
    input: ActionInputs[T],
    options: { readonly groupId?: string } = {},
  ): Result<void, Refusal> {
    const action = { id: this.#deps.newActionId(), type, input, ...options } as unknown as Action;
    const planned = this.#copy.plan(action);
    if (!planned.ok) return planned;
    if (planned.value.length === 0) return ok(undefined);
    const label = labelOf(action, this.metadata);
    const batches = inBatches(action, planned.value, this.#deps.newActionId);
    if (batches.length === 1) {
      const pushed = this.#outbox.push(action) ?? action;
      this.trail.recordLocal(stepOf(pushed), label);
      this.#copy.addPending([{ action: pushed, changes: planned.value }]);
    } else {
      this.trail.recordLocal(stepOf(must(batches[0]).action), label);
      this.#outbox.pushAll(batches.map((batch) => batch.action));
      this.#copy.addPending(batches);
    }
    this.#events.onChange();
    return ok(undefined);
  }

  /**
   * Deletes or clears any number of records in chunks, as one step of undo, after all pending changes. Not optimistic:
   * the rows change as the feed brings each chunk. Returns how many records were changed.
   */
  async bulk(work: BulkWork, watch: BulkWatch): Promise<number> {
    await this.#outbox.barrier(async () => {});
    const { newActionId, after } = this.#deps;
    const deps = {
      newActionId,
      delay: (milliseconds: number, signal: AbortSignal) => delay(after, milliseconds, signal),
      pages: ({ tableId, viewId, from, to }: RowsOfView, fieldIds: readonly string[]) =>
        this.rows(tableId, viewId).pages(from, to, fieldIds),
      send: (action: Action) => this.#send(action, false),
    };
    return runBulkEdit(work, deps, watch);
  }

  /** Restores a deleted table or field from the server's copy. */
  async restore(part: Exclude<RemovedPart, { readonly kind: 'view' }>): Promise<void> {
    const id = this.#deps.newActionId();
    const tableId = part.table.id;
    const action: Action =
      part.kind === 'table'
        ? { id, type: 'RESTORE_TABLE', input: { tableId } }
        : { id, type: 'RESTORE_FIELD', input: { tableId, fieldId: part.field.id } };
    await this.#outbox.barrier(() => this.#send(action, false));
  }

  undo(): Promise<StepResult> {
    return this.#step('history.undo');
  }

  redo(): Promise<StepResult> {
    return this.#step('history.redo');
  }

  #step(name: 'history.undo' | 'history.redo'): Promise<StepResult> {
    return this.#outbox.barrier(() => this.#transport.call(name, { basePublicId: this.basePublicId }));
  }

  async #send(action: Action, leaving: boolean): Promise<void> {
    if (action.type === 'IMPORT_RECORDS' || action.type === 'BULK_UPDATE_LINKS') return;
    const { name, input } = callOf(this.basePublicId, action);
    try {
      await this.#transport.call(name, input as never, { keepalive: leaving });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
      // A base in the trash accepts changes again once it is restored; any other conflict is final.
      await this.#sync.fetchBase();
      throw this.#copy.base.trashed ? new OutboxHeldError('trashed', error) : error;
    }
  }

  /** The server refused a change: what was dropped is no longer shown. */
  #onDropped(dropped: readonly Action[], error: AppError): void {
    const { metadataWithRemoved } = this;
    this.#copy.dropAllPending();
    this.trail.dropLocal();
    this.#events.onSyncError(dropped, error, metadataWithRemoved);
  }

  #onEvent(action: LogEvent['action']): void {
    // Nothing changes in the trash: somebody has restored the base.
    if (this.saveState.kind === 'trashed') this.refresh().catch(this.#sync.onError);
    this.trail.recordEvent(action);
  }

  #onReconnected(): void {
    this.#outbox.retryNow();
    // The feed ends when the base's name, the role or the trash change, and does not carry them.
    this.#sync.retryRead(() => this.refresh()).catch(this.#sync.onError);
  }

  #onSignedOut(): void {
    if (!this.#outbox.hold('signed-out')) return;
    this.#sync.pause();
    this.#events.onSignedOut();
  }
}
