import type { BaseMetadata, FieldEnv, Table, View } from '@weft/core';
import {
  type Action,
  type ActionInputs,
  type ActionType,
  applyToMetadata,
  type Change,
  isRowChange,
  labelOf,
  planAction,
  type Refusal,
  type RowChange,
} from '@weft/history';
import type { BaseRole, CallOutput, LogEvent } from '@weft/protocol';
import { type AppError, must, ok, type Result } from '@weft/std';
import { callOf } from './action-calls.ts';
import { ActionTrail } from './action-trail.ts';
import { type After, delay } from './after.ts';
import { inBatches } from './batches.ts';
import type { BulkWatch } from './bulk-run.ts';
import { type BulkWork, type RowsOfView, runBulk } from './bulk-work.ts';
import { standAlike } from './deciding.ts';
import { Outbox, type SaveState, stepOf } from './outbox.ts';
import { Overlay } from './overlay.ts';
import { TableRows } from './table-rows.ts';
import type { Transport } from './transport.ts';

export interface BaseClientWorld {
  /** Whose changes these are. */
  readonly userId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  readonly newActionId: () => string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly after: After;
  /** Where unsent changes survive a reload; keyed by base. */
  readonly keep: {
    readonly load: () => readonly Action[];
    readonly save: (actions: readonly Action[]) => void;
  };
}

export interface BaseClientEvents {
  /** Metadata, role, save state or connection changed: read them again. */
  readonly onChange: () => void;
  /** The server refused a change; this one and all behind it were dropped. */
  readonly onSyncError: (dropped: readonly Action[], error: AppError) => void;
  /** The base is gone or closed to this person. */
  readonly onRefused: (error: AppError) => void;
  /** A colleague's change arrived: these records show it for a moment. */
  readonly onRemote: (tableId: string, recordIds: ReadonlySet<string>) => void;
  readonly onError: (error: unknown) => void;
}

export type StepResult = CallOutput<'history.undo'>;

const rowChanges = (changes: readonly Change[], tableId: string): RowChange[] =>
  changes.filter(isRowChange).filter((change) => change.tableId === tableId);

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
  readonly #tables = new Map<string, TableRows>();
  #server: BaseMetadata = { tables: [] };
  #visible: BaseMetadata = { tables: [] };
  #info: { readonly name: string; readonly role: BaseRole } = { name: '', role: 'read' };
  #seq = 0;
  /** The entry the server's metadata is true for; a reading may be ahead of the feed. */
  #metadataSeq = 0;
  #online = true;
  /** Epoch milliseconds when the feed was lost last. */
  #lostAt = 0;
  #localPlace = 0;
  /** Actions whose changes did not travel, with the tables to be read again. */
  #stale = new Map<string, readonly string[]>();
  #rereading = false;
  #stop: () => void = () => {};

  constructor(basePublicId: string, world: BaseClientWorld, events: BaseClientEvents) {
    this.basePublicId = basePublicId;
    this.#world = world;
    this.#events = events;
    this.trail = new ActionTrail(world.userId);
    this.#outbox = new Outbox(
      {
        after: world.after,
        send: (action, leaving) => this.#send(action, leaving),
        keep: (actions) => world.keep.save(actions),
      },
      {
        onState: () => events.onChange(),
        onSynced: () => {},
        onFailed: (dropped, error) => this.#failed(dropped, error),
      },
    );
  }

  get metadata(): BaseMetadata {
    return this.#visible;
  }

  get name(): string {
    return this.#info.name;
  }

  get role(): BaseRole {
    return this.#info.role;
  }

  get saveState(): SaveState {
    return this.#outbox.state;
  }

  get online(): boolean {
    return this.#online;
  }

  /** Reads the base and begins to follow it; changes that a reload interrupted are sent again. */
  async open(): Promise<void> {
    this.#seq = await this.#readMetadata();
    this.#stop = this.#world.transport.follow(this.basePublicId, this.#seq, {
      onEvent: (event) => this.#receive(event),
      onOnline: (online) => this.#setOnline(online),
      onRefused: this.#events.onRefused,
    });
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

  /** The rows of a table's view; opened on the first call. */
  rows(tableId: string, viewId: string): TableRows {
    const key = `${tableId}/${viewId}`;
    const present = this.#tables.get(key);
    if (present) return present;
    const table = (): Table | undefined => this.#visible.tables.find((candidate) => candidate.id === tableId);
    const rows = new TableRows({
      basePublicId: this.basePublicId,
      tableId,
      transport: this.#world.transport,
      overlay: this.#overlay,
      env: this.#world.env,
      now: this.#world.now,
      table,
      view: (): View | undefined => table()?.views.find((view) => view.id === viewId),
      stored: () => this.#server.tables.some((candidate) => candidate.id === tableId),
      onError: this.#events.onError,
    });
    this.#tables.set(key, rows);
    rows.open().catch(this.#events.onError);
    return rows;
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
    const label = labelOf(action, this.#visible);
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
    this.#refreshMetadata();
    for (const rows of this.#tables.values()) rows.rearrange();
    this.#events.onSyncError(dropped, error);
  }

  #step(name: 'history.undo' | 'history.redo'): Promise<StepResult> {
    return this.#outbox.inTurn(() => this.#world.transport.call(name, { basePublicId: this.basePublicId }));
  }

  #plan(action: Action): Result<readonly Change[], Refusal> {
    const record = (tableId: string, recordId: string) =>
      [...this.#tables].flatMap(([key, rows]) =>
        key.startsWith(tableId) ? (rows.store.get(recordId) ?? []) : [],
      )[0];
    return planAction(
      {
        metadata: this.#visible,
        record,
        nextPosition: () => lastPosition + this.#localPlace++,
        now: this.#world.now(),
      },
      action,
    );
  }

  #tell(changes: readonly Change[]): void {
    const before = this.#visible;
    if (changes.some((change) => !isRowChange(change))) this.#refreshMetadata();
    for (const [key, rows] of this.#tables) {
      const tableId = must(key.split('/')[0]);
      rows.overlaid(rowChanges(changes, tableId));
    }
    this.#rearrange(before);
    this.#events.onChange();
  }

  #refreshMetadata(): void {
    this.#visible = this.#overlay.metadata(this.#server);
  }

  /** Fields or views changed: rows may stand elsewhere now. */
  #rearrange(before: BaseMetadata): void {
    for (const [key, rows] of this.#tables) {
      const [tableId, viewId] = key.split('/');
      if (!standAlike(before, this.#visible, must(tableId), must(viewId))) rows.rearrange();
    }
  }

  #receive(event: LogEvent): void {
    const { seq, action } = event;
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.trail.heard(action);
    const own = this.#overlay.has(action.id);
    if (action.changes === null) return void this.#reread(action.reload ?? [], action.id);
    this.#overlay.drop(action.id);
    if (seq > this.#metadataSeq) {
      this.#metadataSeq = seq;
      this.#server = action.changes.reduce(applyToMetadata, this.#server);
    }
    const appends = !action.isUndo && !action.isRedo;
    const before = this.#visible;
    this.#refreshMetadata();
    for (const [key, rows] of this.#tables) {
      const tableId = must(key.split('/')[0]);
      const changes = rowChanges(action.changes, tableId);
      for (const change of action.changes)
        if (change.kind === 'field-type' && change.tableId === tableId) rows.converted(change, seq, !appends);
      rows.received(changes, seq, action.timestamp, { appends, own });
      if (action.changes.some((change) => change.kind === 'table' && change.tableId === tableId))
        rows.confirmed().catch(this.#events.onError);
      if (!own && changes.length > 0)
        this.#events.onRemote(tableId, new Set(changes.map((change) => change.recordId)));
    }
    this.#rearrange(before);
    this.#events.onChange();
  }

  /**
   * A change too large to travel: the tables it names are read again, once for all that are told of meanwhile. One
   * made here stays on screen until then.
   */
  async #reread(tableIds: readonly string[], actionId: string): Promise<void> {
    this.#stale.set(actionId, tableIds);
    if (this.#rereading) return;
    this.#rereading = true;
    while (this.#stale.size > 0) {
      // Other parts of what was done here are on their way: one reading after the last is enough, and less in their way.
      if ([...this.#stale.keys()].some((id) => this.#overlay.has(id)))
        await this.#outbox.inTurn(async () => {}).catch(() => {});
      const told = this.#stale;
      this.#stale = new Map();
      const stale = new Set([...told.values()].flat());
      const concerned = [...this.#tables].filter(([key]) => stale.has(must(key.split('/')[0])));
      try {
        await this.#readMetadata();
        await Promise.all(concerned.map(([, rows]) => rows.reload()));
      } catch (error) {
        this.#events.onError(error);
      }
      const own = [...told.keys()].filter((id) => this.#overlay.has(id));
      for (const id of own) this.#overlay.drop(id);
      if (own.length === 0) continue;
      this.#refreshMetadata();
      for (const [, rows] of concerned) rows.rearrange();
      this.#events.onChange();
    }
    this.#rereading = false;
  }

  /** The base as it is now; the answer is the seq it is true for. */
  async #readMetadata(): Promise<number> {
    const read = () => this.#world.transport.call('metadata.get', { basePublicId: this.basePublicId });
    let answer = await read();
    // Events that overtook the answer are not in it.
    while (answer.version < this.#metadataSeq) answer = await read();
    this.#metadataSeq = answer.version;
    this.#info = { name: answer.name, role: answer.role };
    this.#server = answer.metadata;
    this.#refreshMetadata();
    this.#events.onChange();
    return answer.version;
  }

  #setOnline(online: boolean): void {
    const now = Date.parse(this.#world.now());
    if (!online && this.#online) this.#lostAt = now;
    if (online && !this.#online) {
      this.#outbox.retry();
      // The feed tells what was missed; what is on screen is read again all the same after a long while.
      if (now - this.#lostAt > staleAfter)
        for (const rows of this.#tables.values()) rows.open().catch(this.#events.onError);
    }
    this.#online = online;
    this.#events.onChange();
  }

  async #send(action: Action, leaving: boolean): Promise<void> {
    if (action.type === 'IMPORT_RECORDS') return;
    const { name, input } = callOf(this.basePublicId, action);
    await this.#world.transport.call(name, input as never, { keepalive: leaving });
  }
}
