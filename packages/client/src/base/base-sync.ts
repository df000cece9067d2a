import type { FieldEnv } from '@weft/core';
import type { LogEvent, PresentPerson } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { TableRows } from '../rows/table-rows.ts';
import { isSignedOut } from '../transport/errors.ts';
import { type RetryRead, retryWhileTransient } from '../transport/retry.ts';
import type { After } from '../transport/timers.ts';
import type { Transport } from '../transport/transport.ts';
import type { RemovedPart } from './base-state.ts';
import { TableRefetcher } from './table-refetcher.ts';
import { WorkingCopy } from './working-copy.ts';

/** Least milliseconds between two refetches. */
const refetchInterval = 500;

/** Milliseconds without the feed after which cached records are stale (specification 2, section 9). */
const staleAfter = 30_000;

export interface BaseSyncDeps {
  readonly basePublicId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly after: After;
  /** Resolves once all local changes so far are accepted, or one of them is refused. */
  readonly afterPending: () => Promise<void>;
}

export interface BaseSyncListener {
  /** What is shown, or `online`, has changed. */
  readonly onChange: () => void;
  /** An event of the feed arrived; it is not applied yet. */
  readonly onEvent: (action: LogEvent['action']) => void;
  /** Records were changed by others. */
  readonly onRemote: (tableId: string, recordIds: ReadonlySet<string>) => void;
  /** An event removed parts of the base. */
  readonly onRemoved: (parts: readonly RemovedPart[], userId: string) => void;
  /** Who has the base open. */
  readonly onPresent: (people: readonly PresentPerson[]) => void;
  /** The feed is connected again. */
  readonly onReconnected: () => void;
  readonly onRefused: (error: AppError) => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps the working copy in sync with the server: fetches the base, applies its feed, refetches what is stale. */
export class BaseSync {
  readonly copy: WorkingCopy;
  readonly retryRead: RetryRead;
  readonly #deps: BaseSyncDeps;
  readonly #listener: BaseSyncListener;
  readonly #refetcher: TableRefetcher;
  /** Reads that are being retried. */
  #retrying = 0;
  #closed = false;
  /** The seq of the last event applied. */
  #seq = 0;
  #feedOnline = true;
  /** Epoch milliseconds. */
  #offlineSince = 0;
  #stopFeed: () => void = () => {};

  constructor(deps: BaseSyncDeps, listener: BaseSyncListener) {
    const { after, afterPending } = deps;
    const retryRead = retryWhileTransient(after, (change) => {
      this.#retrying += change;
      listener.onChange();
    });
    this.#deps = deps;
    this.#listener = listener;
    this.retryRead = (read, wanted = () => true) => retryRead(read, () => !this.#closed && wanted());
    const pause = () =>
      new Promise<void>((resolve) => {
        after(refetchInterval, resolve);
      });
    this.copy = new WorkingCopy({ ...deps, retryRead: this.retryRead, pause, onError: this.onError });
    this.#refetcher = new TableRefetcher({
      isPending: (id) => this.copy.isPending(id),
      afterPending,
      refetch: async (tableIds) => {
        await this.retryRead(() => this.fetchBase());
        // Views opened meanwhile too: those of a table the base did not have yet could not load anything.
        await Promise.all(
          this.copy.views.inTables(this.copy.base.linkedTo(tableIds)).map((rows) => rows.refetch()),
        );
      },
      dropPending: (actionIds, tableIds) => {
        this.copy.dropPending(actionIds, tableIds);
        listener.onChange();
      },
      pause,
      onError: this.onError,
    });
  }

  /** Whether the server can be reached, as far as is known. */
  get online(): boolean {
    return this.#feedOnline && this.#retrying === 0;
  }

  /** Follows the feed after the last event applied, or after `seq` where that is later. */
  start(seq = 0): void {
    this.#closed = false;
    this.#seq = Math.max(this.#seq, seq);
    this.#stopFeed = this.#deps.transport.follow(this.#deps.basePublicId, this.#seq, {
      onEvent: (event) => {
        if (event.seq <= this.#seq) return;
        this.#seq = event.seq;
        this.#apply(event);
      },
      onPresent: this.#listener.onPresent,
      onOnline: (online) => this.#setOnline(online),
      onRefused: this.#listener.onRefused,
    });
  }

  /** Stops following the feed until `start`. */
  pause(): void {
    this.#stopFeed();
  }

  /** Stops the feed, and all retries. */
  close(): void {
    this.#closed = true;
    this.#stopFeed();
  }

  /** Fetches the base; returns the seq it is valid for. */
  async fetchBase(): Promise<number> {
    const version = await this.copy.base.fetch();
    this.#listener.onChange();
    return version;
  }

  /** Loads one record into the rows; valid for the last event applied before it was asked for, at least. */
  async loadRecord(rows: TableRows, tableId: string, recordId: string): Promise<void> {
    const seq = this.#seq;
    const { basePublicId, transport } = this.#deps;
    const record = await transport.call('records.get', {
      ...{ basePublicId, tableId, recordId },
    });
    rows.store.load([record], seq);
  }

  /**
   * Reports an error, except those reported otherwise: that the person is signed out, once for all reads, and that a
   * table was deleted before it was read, by the feed.
   */
  readonly onError = (error: unknown): void => {
    const isGone = error instanceof AppError && error.kind === 'not-found';
    if (!this.#closed && !isSignedOut(error) && !isGone) this.#listener.onError(error);
  };

  #setOnline(online: boolean): void {
    if (online === this.#feedOnline) return;
    this.#feedOnline = online;
    const now = Date.parse(this.#deps.now());
    if (!online) {
      this.#offlineSince = now;
      // Nobody tells any more who is there.
      this.#listener.onPresent([]);
    } else {
      this.#listener.onReconnected();
      // The feed brings the events that were missed; after a long time the rows are refetched all the same.
      if (now - this.#offlineSince > staleAfter) this.copy.views.refetchAll();
    }
    this.#listener.onChange();
  }

  #apply(event: LogEvent): void {
    const { action } = event;
    this.#listener.onEvent(action);
    if (action.changes === null) return void this.#refetcher.markStale(action.id, action.reload ?? []);
    const { remote, removed } = this.copy.apply(event, action.changes);
    for (const [tableId, recordIds] of remote) this.#listener.onRemote(tableId, recordIds);
    this.#listener.onChange();
    if (removed.length > 0) this.#listener.onRemoved(removed, action.userId);
  }
}
