import type { FieldEnv } from '@weft/core';
import type { LogEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { After } from './after.ts';
import { BaseFeed } from './base-feed.ts';
import type { LostPart } from './lost-parts.ts';
import { type Patiently, patientlyBy } from './patience.ts';
import { Rereading } from './rereading.ts';
import { isSignedOut } from './signed-in.ts';
import type { Transport } from './transport.ts';
import { WorkingCopy } from './working-copy.ts';

/** Milliseconds between two readings of what others change in many parts. */
const betweenReadings = 500;

export interface UpkeepWorld {
  readonly basePublicId: string;
  readonly transport: Transport;
  readonly env: FieldEnv;
  readonly now: () => string;
  readonly after: After;
  /** Resolves once all changes made here so far have been taken, or one of them was refused. */
  readonly afterOwn: () => Promise<void>;
}

export interface UpkeepListener {
  /** What is shown, or whether the server can be reached, has changed. */
  readonly onChange: () => void;
  /** An entry of the log has come; it is not yet in the copy. */
  readonly onEntry: (action: LogEvent['action']) => void;
  /** Records that were not changed here. */
  readonly onRemote: (tableId: string, recordIds: ReadonlySet<string>) => void;
  /** An entry took parts of the base away. */
  readonly onLost: (parts: readonly LostPart[], userId: string) => void;
  /** The feed is there again. */
  readonly onBack: () => void;
  readonly onRefused: (error: AppError) => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps the copy of a base as the server has it: reads it, takes every entry of its feed, and reads again what must be. */
export class Upkeep {
  readonly copy: WorkingCopy;
  readonly patiently: Patiently;
  readonly #listener: UpkeepListener;
  readonly #feed: BaseFeed;
  readonly #rereading: Rereading;
  /** Readings that the network or the server keeps from their end. */
  #unread = 0;
  #ended = false;

  constructor(world: UpkeepWorld, listener: UpkeepListener) {
    const { basePublicId, transport, now, after, afterOwn } = world;
    const patiently = patientlyBy(after, (change) => {
      this.#unread += change;
      listener.onChange();
    });
    this.#listener = listener;
    this.patiently = (read, wanted = () => true) => patiently(read, () => !this.#ended && wanted());
    this.copy = new WorkingCopy({ ...world, patiently: this.patiently, onError: this.onError });
    this.#feed = new BaseFeed(
      { basePublicId, now, follow: transport.follow },
      {
        onEvent: (event) => this.#take(event),
        onLost: listener.onChange,
        onBack: (stale) => {
          listener.onBack();
          // The feed tells what was missed; what is on screen is read again all the same after a long while.
          if (stale) this.copy.rows.readAgain();
          listener.onChange();
        },
        onRefused: listener.onRefused,
      },
    );
    this.#rereading = new Rereading({
      isOwn: (id) => this.copy.lays(id),
      afterOwn,
      read: async (tableIds) => {
        await this.patiently(() => this.read());
        // Also those that were opened meanwhile: of a table the base did not have yet they could read nothing.
        await Promise.all(this.copy.rows.inTables(tableIds).map((rows) => rows.reload()));
      },
      drop: (actionIds, tableIds) => {
        this.copy.lift(actionIds, tableIds);
        listener.onChange();
      },
      rest: () =>
        new Promise((resolve) => {
          after(betweenReadings, resolve);
        }),
      onError: this.onError,
    });
  }

  /** Whether the server can be reached, as far as is known. */
  get online(): boolean {
    return this.#feed.online && this.#unread === 0;
  }

  /** Follows the base after an entry, or where it left off. */
  begin(seq?: number): void {
    this.#ended = false;
    this.#feed.start(seq);
  }

  /** Follows it no longer. */
  pause(): void {
    this.#feed.stop();
  }

  end(): void {
    this.#ended = true;
    this.#feed.stop();
  }

  /** Reads the base; the answer is the entry it is true for. */
  async read(): Promise<number> {
    const version = await this.copy.base.read();
    this.#listener.onChange();
    return version;
  }

  /**
   * What can be said once: that the person is signed out is no error of each reading, and of a table that was deleted
   * before it was read the feed tells, as of its return.
   */
  readonly onError = (error: unknown): void => {
    const isGone = error instanceof AppError && error.kind === 'not-found';
    if (!this.#ended && !isSignedOut(error) && !isGone) this.#listener.onError(error);
  };

  #take(event: LogEvent): void {
    const { action } = event;
    this.#listener.onEntry(action);
    if (action.changes === null) return void this.#rereading.hear(action.id, action.reload ?? []);
    const { remote, lost } = this.copy.take(event, action.changes);
    for (const [tableId, recordIds] of remote) this.#listener.onRemote(tableId, recordIds);
    this.#listener.onChange();
    if (lost.length > 0) this.#listener.onLost(lost, action.userId);
  }
}
