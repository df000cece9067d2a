import type { BaseMetadata, Table, View } from '@weft/core';
import {
  type Action,
  type ActionInputs,
  type ActionType,
  type Change,
  isRowChange,
  labelOf,
  planAction,
  type Refusal,
} from '@weft/history';
import type { BaseRole, CallOutput, LogEvent } from '@weft/protocol';
import { AppError, must, ok, type Result } from '@weft/std';
import { callOf } from './action-calls.ts';
import { ActionTrail } from './action-trail.ts';
import { delay } from './after.ts';
import type { BaseClientEvents, BaseClientWorld } from './base-client-world.ts';
import { inBatches } from './batches.ts';
import type { BulkWatch } from './bulk-run.ts';
import { type BulkWork, type RowsOfView, runBulk } from './bulk-work.ts';
import { type LostPart, lostParts } from './lost-parts.ts';
import { OpenRows, rowChanges } from './open-rows.ts';
import { Outbox } from './outbox.ts';
import { Overlay } from './overlay.ts';
import { Rereading } from './rereading.ts';
import { HeldUp, type SaveState } from './save-state.ts';
import { SeenBase } from './seen-base.ts';
import { isSignedOut, watchSession } from './signed-in.ts';
import { TableRows } from './table-rows.ts';
import type { Transport } from './transport.ts';
import { stepOf } from './waiting-list.ts';

export type StepResult = CallOutput<'history.undo'>;

/** Milliseconds without the feed after which records kept here are stale (specification 2, section 9). */
const staleAfter = 30_000;

/** Last place of the table's own order: local rows stand there until the server gives them theirs. */
const lastPosition = Number.MAX_SAFE_INTEGER / 2;

/**
 * One open base in one browser tab: what the server said, what was changed here on top, and the queue between.
 * Every change is applied at once; the feed of everyone's changes makes all clients converge.
 */
export class BaseClient {
  readonly basePublicId: string;
  /** What the person did last. */
  readonly trail: ActionTrail;
  readonly #world: BaseClientWorld;
  readonly #events: BaseClientEvents;
  readonly #overlay = new Overlay();
  readonly #outbox: Outbox;
  readonly #transport: Transport;
  readonly #base: SeenBase;
  readonly #rows: OpenRows;
  readonly #rereading: Rereading;
  #seq = 0;
  #online = true;
  /** Epoch milliseconds when the feed was lost last. */
  #lostAt = 0;
  #localPlace = 0;
  #stop: () => void = () => {};

  constructor(basePublicId: string, world: BaseClientWorld, events: BaseClientEvents) {
    this.basePublicId = basePublicId;
    this.#world = world;
    this.#events = events;
    this.trail = new ActionTrail(world.userId);
    this.#transport = watchSession(world.transport, () => this.#signedOut());
    this.#base = new SeenBase(this.#overlay, () => this.#transport.call('metadata.get', { basePublicId }));
    this.#rows = new OpenRows((tableId, viewId) => this.#newRows(tableId, viewId), this.#onError);
    this.#rereading = new Rereading({
      isOwn: (id) => this.#overlay.has(id),
      afterOwn: () => this.#outbox.inTurn(async () => {}).catch(() => {}),
      read: async (tableIds) => {
        const concerned = this.#rows.inTables(tableIds);
        await this.#readMetadata();
        await Promise.all(concerned.map((rows) => rows.reload()));
      },
      drop: (actionIds, tableIds) => {
        for (const id of actionIds) this.#overlay.drop(id);
        this.#base.refresh();
        for (const rows of this.#rows.inTables(tableIds)) rows.rearrange();
        events.onChange();
      },
      onError: this.#onError,
    });
    this.#outbox = new Outbox(
      {
        after: world.after,
        send: (action, leaving) => this.#send(action, leaving),
        keep: (actions) => world.keep.save(actions),
      },
      {
        onState: () => events.onChange(),
        onFailed: (dropped, error) => this.#failed(dropped, error),
      },
    );
  }

  get metadata(): BaseMetadata {
    return this.#base.visible;
  }

  get name(): string {
    return this.#base.name;
  }

  get role(): BaseRole {
    return this.#base.role;
  }

  get saveState(): SaveState {
    return this.#outbox.state;
  }

  /** Changes not yet taken by the server, in order. */
  get unsent(): readonly Action[] {
    return this.#outbox.waiting;
  }

  get online(): boolean {
    return this.#online;
  }

  /** Reads the base and begins to follow it; changes that a reload interrupted are sent again. */
  async open(): Promise<void> {
    this.#seq = await this.look();
    this.#follow();
    this.#outbox.restore(this.#world.keep.load());
  }

  close(): void {
    this.#outbox.leave();
    this.#stop();
  }

  /** The page may be going away: nothing waits any longer. */
  leave(): void {
    this.#outbox.leave();
  }

  /** The person is signed in again: what waited is sent, what was missed is read. */
  signedIn(): void {
    if (this.saveState.kind !== 'signed-out') return;
    this.#follow();
    this.#outbox.resume();
    this.#rows.readAgain();
  }

  /** Looks how the base stands now: in the trash it takes no changes, and gets them once it is restored. */
  async look(): Promise<number> {
    const version = await this.#readMetadata();
    if (this.#base.trashed) this.#outbox.hold('trashed');
    else if (this.saveState.kind === 'trashed') this.#outbox.resume();
    return version;
  }

  /** The rows of a table's view; opened on the first call. */
  rows(tableId: string, viewId: string): TableRows {
    return this.#rows.of(tableId, viewId);
  }

  #newRows(tableId: string, viewId: string): TableRows {
    const table = (): Table | undefined => this.#base.table(tableId);
    return new TableRows({
      basePublicId: this.basePublicId,
      tableId,
      transport: this.#transport,
      overlay: this.#overlay,
      env: this.#world.env,
      now: this.#world.now,
      table,
      view: (): View | undefined => table()?.views.find((view) => view.id === viewId),
      stored: () => this.#base.stores(tableId),
      onError: this.#onError,
    });
  }

  /** Does an action: at once on screen, then on the server. A refusal the browser can see itself is answered here. */
  dispatch<T extends Exclude<ActionType, 'IMPORT_RECORDS'>>(
    type: T,
    input: ActionInputs[T],
    options: { readonly groupId?: string } = {},
  ): Result<string, Refusal> {
    const id = this.#world.newActionId();
    const action = { id, type, input, ...options } as unknown as Action;
    const planned = this.#plan(action);
    if (!planned.ok) return planned;
    if (planned.value.length === 0) return ok(id);
    const label = labelOf(action, this.#base.visible);
    const parts = inBatches(action, planned.value, this.#world.newActionId);
    if (parts.length === 1) {
      const pushed = this.#outbox.push(action) ?? action;
      this.#overlay.put(pushed, planned.value);
      this.trail.did(stepOf(pushed), label);
    } else {
      for (const part of parts) this.#overlay.put(part.action, part.changes);
      this.trail.did(stepOf(must(parts[0]).action), label);
      this.#outbox.pushParts(parts.map((part) => part.action));
    }
    this.#tell(planned.value);
    return ok(id);
  }

  /**
   * Deletes or empties any number of records, a step at a time, as one step of undo; what was changed before goes
   * first. It shows as the server does it. The answer is how many records were changed.
   */
  async bulk(work: BulkWork, watch: BulkWatch): Promise<number> {
    await this.#outbox.inTurn(async () => {});
    const { newActionId, after } = this.#world;
    const world = {
      newActionId,
      delay: (milliseconds: number, signal: AbortSignal) => delay(after, milliseconds, signal),
      pages: ({ tableId, viewId, from, to }: RowsOfView, fieldIds: readonly string[]) =>
        this.rows(tableId, viewId).pages(from, to, fieldIds),
      send: (action: Action) => this.#send(action, false),
    };
    return runBulk(work, world, watch);
  }

  /** Brings back a table or field that is gone here, as the server remembers it. */
  async restore(part: Exclude<LostPart, { readonly kind: 'view' }>): Promise<void> {
    const id = this.#world.newActionId();
    const tableId = part.table.id;
    const action: Action =
      part.kind === 'table'
        ? { id, type: 'RESTORE_TABLE', input: { tableId } }
        : { id, type: 'RESTORE_FIELD', input: { tableId, fieldId: part.field.id } };
    await this.#outbox.inTurn(() => this.#send(action, false));
  }

  undo(): Promise<StepResult> {
    return this.#step('history.undo');
  }

  redo(): Promise<StepResult> {
    return this.#step('history.redo');
  }

  /** After a refusal: forgets what was dropped and reads everything again. */
  async #failed(dropped: readonly Action[], error: AppError): Promise<void> {
    this.#overlay.clear();
    this.trail.refused();
    this.#world.keep.save([]);
    this.#base.refresh();
    this.#rows.rearrangeAll();
    this.#events.onSyncError(dropped, error);
  }

  #step(name: 'history.undo' | 'history.redo'): Promise<StepResult> {
    return this.#outbox.inTurn(() => this.#transport.call(name, { basePublicId: this.basePublicId }));
  }

  #plan(action: Action): Result<readonly Change[], Refusal> {
    return planAction(
      {
        metadata: this.#base.visible,
        record: (tableId, recordId) => this.#rows.record(tableId, recordId),
        nextPosition: () => lastPosition + this.#localPlace++,
        now: this.#world.now(),
      },
      action,
    );
  }

  #tell(changes: readonly Change[]): void {
    const before = this.#base.visible;
    if (changes.some((change) => !isRowChange(change))) this.#base.refresh();
    this.#rows.overlaid(changes);
    this.#rows.rearrange(before, this.#base.visible);
    this.#events.onChange();
  }

  #receive(event: LogEvent): void {
    const { seq, action } = event;
    if (seq <= this.#seq) return;
    // In the trash nothing changes: somebody has restored the base.
    if (this.saveState.kind === 'trashed') this.look().catch(this.#onError);
    this.#seq = seq;
    this.trail.heard(action);
    const own = this.#overlay.has(action.id);
    if (action.changes === null) return void this.#rereading.hear(action.id, action.reload ?? []);
    this.#overlay.drop(action.id);
    const before = this.#base.visible;
    this.#base.take(action.changes, seq);
    const appends = !action.isUndo && !action.isRedo;
    for (const { tableId, rows } of this.#rows) {
      const changes = rowChanges(action.changes, tableId);
      for (const change of action.changes)
        if (change.kind === 'field-type' && change.tableId === tableId) rows.converted(change, seq, !appends);
      rows.received(changes, seq, action.timestamp, { appends, own });
      if (action.changes.some((change) => change.kind === 'table' && change.tableId === tableId))
        rows.confirmed().catch(this.#onError);
      if (!own && changes.length > 0)
        this.#events.onRemote(tableId, new Set(changes.map((change) => change.recordId)));
    }
    this.#rows.rearrange(before, this.#base.visible);
    this.#events.onChange();
    // What the person takes away themselves, here or in another tab, they know.
    const lost = action.userId === this.#world.userId ? [] : lostParts(before, this.#base.visible);
    if (lost.length > 0) this.#events.onLost(lost, action.userId);
  }

  async #readMetadata(): Promise<number> {
    const version = await this.#base.read();
    this.#events.onChange();
    return version;
  }

  #setOnline(online: boolean): void {
    const now = Date.parse(this.#world.now());
    if (!online && this.#online) this.#lostAt = now;
    if (online && !this.#online) {
      this.#outbox.retry();
      // Its name, the person's role and whether it is in the trash are not in the feed, which breaks off when they change.
      this.look().catch(() => {});
      // The feed tells what was missed; what is on screen is read again all the same after a long while.
      if (now - this.#lostAt > staleAfter) this.#rows.readAgain();
    }
    this.#online = online;
    this.#events.onChange();
  }

  async #send(action: Action, leaving: boolean): Promise<void> {
    if (action.type === 'IMPORT_RECORDS') return;
    const { name, input } = callOf(this.basePublicId, action);
    try {
      await this.#transport.call(name, input as never, { keepalive: leaving });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
      // A base in the trash changes again once it is restored; any other conflict stands.
      await this.#readMetadata();
      throw this.#base.trashed ? new HeldUp('trashed', error) : error;
    }
  }

  #follow(): void {
    this.#stop = this.#transport.follow(this.basePublicId, this.#seq, {
      onEvent: (event) => this.#receive(event),
      onOnline: (online) => this.#setOnline(online),
      onRefused: this.#events.onRefused,
    });
  }

  /** What can be said once: that the person is signed out is no error of each reading. */
  #onError = (error: unknown): void => {
    if (!isSignedOut(error)) this.#events.onError(error);
  };

  #signedOut(): void {
    if (!this.#outbox.hold('signed-out')) return;
    this.#stop();
    this.#events.onSignedOut();
  }
}
