import type { BaseMetadata } from '@weft/core';
import { type Action, type ActionInputs, type ActionType, labelOf, type Refusal } from '@weft/history';
import type { BaseRole, CallOutput, LogEvent } from '@weft/protocol';
import { AppError, must, ok, type Result } from '@weft/std';
import { callOf } from './action-calls.ts';
import { ActionTrail } from './action-trail.ts';
import { delay } from './after.ts';
import type { BaseClientEvents, BaseClientWorld } from './base-client-world.ts';
import { inBatches } from './batches.ts';
import type { BulkWatch } from './bulk-run.ts';
import { type BulkWork, type RowsOfView, runBulk } from './bulk-work.ts';
import type { LostPart } from './lost-parts.ts';
import { Outbox } from './outbox.ts';
import { HeldUp, type SaveState } from './save-state.ts';
import { watchSession } from './signed-in.ts';
import type { TableRows } from './table-rows.ts';
import type { Transport } from './transport.ts';
import { Upkeep } from './upkeep.ts';
import { stepOf } from './waiting-list.ts';
import type { WorkingCopy } from './working-copy.ts';

export type StepResult = CallOutput<'history.undo'>;

/**
 * One open base in one browser tab: the copy that is shown, the queue of what was changed, and the feed of everyone's
 * changes, which makes all clients converge.
 */
export class BaseClient {
  readonly basePublicId: string;
  /** What the person did last. */
  readonly trail: ActionTrail;
  readonly #world: BaseClientWorld;
  readonly #events: BaseClientEvents;
  readonly #transport: Transport;
  readonly #upkeep: Upkeep;
  readonly #copy: WorkingCopy;
  readonly #outbox: Outbox;

  constructor(basePublicId: string, world: BaseClientWorld, events: BaseClientEvents) {
    const { env, now, after } = world;
    this.basePublicId = basePublicId;
    this.#world = world;
    this.#events = events;
    this.trail = new ActionTrail(world.userId);
    this.#transport = watchSession(world.transport, () => this.#signedOut());
    this.#upkeep = new Upkeep(
      {
        ...{ basePublicId, env, now, after },
        transport: this.#transport,
        afterOwn: () => this.#outbox.inTurn(async () => {}).catch(() => {}),
      },
      {
        onChange: events.onChange,
        onEntry: (action) => this.#hear(action),
        onRemote: events.onRemote,
        // What the person takes away themselves, here or in another tab, they know.
        onLost: (parts, userId) => userId !== world.userId && events.onLost(parts, userId),
        onBack: () => this.#back(),
        onRefused: events.onRefused,
        onError: events.onError,
      },
    );
    this.#copy = this.#upkeep.copy;
    this.#outbox = new Outbox(
      {
        after,
        send: (action, leaving) => this.#send(action, leaving),
        keep: (actions) => world.keep.save(actions),
      },
      {
        onState: () => events.onChange(),
        onFailed: (dropped, error) => this.#refused(dropped, error),
      },
    );
  }

  get metadata(): BaseMetadata {
    return this.#copy.base.visible;
  }

  /** With the tables and fields that are gone: what waited may be about them. */
  get remembered(): BaseMetadata {
    return this.#copy.base.remembered;
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

  /** Changes not yet taken by the server, in order. */
  get unsent(): readonly Action[] {
    return this.#outbox.waiting;
  }

  /** Whether the server can be reached, as far as is known. */
  get online(): boolean {
    return this.#upkeep.online;
  }

  /** Reads the base and begins to follow it; changes that a reload interrupted are sent again. */
  async open(): Promise<void> {
    this.#upkeep.begin(await this.look());
    this.#outbox.restore(this.#world.keep.load());
  }

  close(): void {
    this.#outbox.leave();
    this.#upkeep.end();
  }

  /** The page may be going away: nothing waits any longer. */
  leave(): void {
    this.#outbox.leave();
  }

  /** The person is signed in again: what waited is sent, what was missed is read. */
  signedIn(): void {
    if (this.saveState.kind !== 'signed-out') return;
    this.#upkeep.begin();
    this.#outbox.resume();
    this.#copy.rows.readAgain();
  }

  /** Looks how the base stands now: in the trash it takes no changes, and gets them once it is restored. */
  async look(): Promise<number> {
    const version = await this.#upkeep.read();
    if (this.#copy.base.trashed) this.#outbox.hold('trashed');
    else if (this.saveState.kind === 'trashed') this.#outbox.resume();
    return version;
  }

  /** The rows of a table's view; opened on the first call. */
  rows(tableId: string, viewId: string): TableRows {
    return this.#copy.rows.of(tableId, viewId);
  }

  /** Does an action: at once on screen, then on the server. A refusal the browser can see itself is answered here. */
  dispatch<T extends Exclude<ActionType, 'IMPORT_RECORDS'>>(
    type: T,
    input: ActionInputs[T],
    options: { readonly groupId?: string } = {},
  ): Result<void, Refusal> {
    const action = { id: this.#world.newActionId(), type, input, ...options } as unknown as Action;
    const planned = this.#copy.plan(action);
    if (!planned.ok) return planned;
    if (planned.value.length === 0) return ok(undefined);
    const label = labelOf(action, this.metadata);
    const parts = inBatches(action, planned.value, this.#world.newActionId);
    if (parts.length === 1) {
      const pushed = this.#outbox.push(action) ?? action;
      this.trail.did(stepOf(pushed), label);
      this.#copy.lay([{ action: pushed, changes: planned.value }]);
    } else {
      this.trail.did(stepOf(must(parts[0]).action), label);
      this.#outbox.pushParts(parts.map((part) => part.action));
      this.#copy.lay(parts);
    }
    this.#events.onChange();
    return ok(undefined);
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

  #step(name: 'history.undo' | 'history.redo'): Promise<StepResult> {
    return this.#outbox.inTurn(() => this.#transport.call(name, { basePublicId: this.basePublicId }));
  }

  async #send(action: Action, leaving: boolean): Promise<void> {
    if (action.type === 'IMPORT_RECORDS') return;
    const { name, input } = callOf(this.basePublicId, action);
    try {
      await this.#transport.call(name, input as never, { keepalive: leaving });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
      // A base in the trash changes again once it is restored; any other conflict stands.
      await this.#upkeep.read();
      throw this.#copy.base.trashed ? new HeldUp('trashed', error) : error;
    }
  }

  /** After a refusal what was dropped is shown no longer. */
  #refused(dropped: readonly Action[], error: AppError): void {
    const { remembered } = this;
    this.#copy.liftAll();
    this.trail.refused();
    this.#events.onSyncError(dropped, error, remembered);
  }

  #hear(action: LogEvent['action']): void {
    // In the trash nothing changes: somebody has restored the base.
    if (this.saveState.kind === 'trashed') this.look().catch(this.#upkeep.onError);
    this.trail.heard(action);
  }

  #back(): void {
    this.#outbox.retry();
    // Its name, the person's role and whether it is in the trash are not in the feed, which breaks off when they change.
    this.#upkeep.patiently(() => this.look()).catch(this.#upkeep.onError);
  }

  #signedOut(): void {
    if (!this.#outbox.hold('signed-out')) return;
    this.#upkeep.pause();
    this.#events.onSignedOut();
  }
}
