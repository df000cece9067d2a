import { BaseClient, type BulkWork, type LostPart, type SaveState } from '@weft/client';
import type { BaseMetadata, FieldEnv, Table } from '@weft/core';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import type { AppError } from '@weft/std';
import { dismissToast, toast } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import { meQuery, queryClient } from '../../queries.ts';
import { serverClock, whenTimeOrOnline } from '../../rpc.ts';
import { BulkRun } from './bulk-run.ts';
import { bulkDoneText, progressText } from './bulk-text.ts';
import { newId } from './ids.ts';
import { type KeptActions, keptActions } from './kept-actions.ts';
import { lostFromSight, lostText, type Shown } from './lost-text.ts';
import { nameOf } from './person-name.ts';
import { type SignInWatch, watchSignIn } from './sign-in-watch.ts';
import { stepText } from './step-text.ts';
import { tabTransport } from './tab-feed.ts';

/** What the page shows of an open base. */
export interface BaseState {
  /** 'opening' until the base has come; 'closed' when it may not be seen or is gone. */
  readonly phase: 'opening' | 'open' | 'closed' | 'failed';
  readonly error: AppError | null;
  readonly name: string;
  readonly role: 'admin' | 'write' | 'read';
  readonly metadata: BaseMetadata;
  readonly save: SaveState;
  readonly online: boolean;
  /** Whether what waits outlives this page; false: the browser has no room for it. */
  readonly safe: boolean;
  /** While signed out, the name of who is signed in in this browser instead; null: nobody. */
  readonly stranger: string | null;
  /** Changes the server refused, with all behind them; shown until the page is loaded anew. */
  readonly refused: { readonly dropped: readonly Action[]; readonly error: AppError } | null;
  /** Work that takes a while: in words, how much of it is done, and what stops it (null: unknown, nothing). */
  readonly working: {
    readonly text: string;
    readonly percent: number | null;
    readonly stop: (() => void) | null;
  } | null;
  /** Ways known to lead nowhere: nothing is left to undo or redo. */
  readonly spent: { readonly undo: boolean; readonly redo: boolean };
  /** What undo and redo would take back and do again, where that is known here. */
  readonly next: { readonly undo: string | null; readonly redo: string | null };
}

/** Whose page it is. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Milliseconds between two times a page goes on by itself for a person the server seems to know and then does not. */
const restBetweenSignIns = 10_000;

/** Milliseconds a word stands that explains why the page looks different all at once. */
const longEnough = 15_000;

/** Milliseconds a step back or forward may take before that is worth a word. */
const patience = 600;

type RemoteListener = (recordIds: ReadonlySet<string>) => void;

const readerZone = (): Pick<FieldEnv, 'timeZone' | 'locale'> => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: navigator.language,
});

/** One base open in this tab: the client, and its state as React reads it. */
export class BaseSession {
  readonly client: BaseClient;
  readonly person: Person;
  readonly env = readerZone();
  readonly #listeners = new Set<() => void>();
  readonly #remote = new Map<string, Set<RemoteListener>>();
  readonly #kept: KeptActions;
  #state: BaseState;
  /** The last thing said of a change; the next change takes it away. */
  #said: string | number | null = null;
  #shown: Shown | null = null;
  #safe = true;
  #bulk: BulkRun | null = null;
  #signIn: SignInWatch | null = null;
  /** By `performance.now()`. */
  #signedInAt = Number.NEGATIVE_INFINITY;

  constructor(baseId: string, person: Person) {
    const { id: userId } = person;
    this.person = person;
    this.#kept = keptActions(userId, baseId, {
      local: () => localStorage,
      session: () => sessionStorage,
      locks: navigator.locks,
    });
    this.client = new BaseClient(
      baseId,
      {
        userId,
        transport: tabTransport(userId),
        env: this.env,
        newActionId: () => newId('act'),
        now: () => new Date(serverClock.now()).toISOString(),
        after: whenTimeOrOnline,
        keep: {
          load: this.#kept.load,
          save: (actions) => {
            this.#safe = this.#kept.save(actions);
          },
        },
      },
      {
        onChange: () => this.#refresh({}),
        onSyncError: (dropped, error) => this.#refresh({ refused: { dropped, error } }),
        onSignedOut: () => this.#watchSignIn(),
        onRefused: (error) => this.#close(error),
        onLost: (parts, userId) => void this.#sayLost(lostFromSight(parts, this.#shown), userId),
        onRemote: (tableId, recordIds) => {
          // It may be the same person in another tab.
          this.#refresh({ spent: { undo: false, redo: false } });
          for (const listener of this.#remote.get(tableId) ?? []) listener(recordIds);
        },
        onError: (error) => toast(errorText(error), { tone: 'error' }),
      },
    );
    this.#state = {
      phase: 'opening',
      error: null,
      stranger: null,
      refused: null,
      working: null,
      spent: { undo: false, redo: false },
      ...this.#read(),
    };
  }

  get state(): BaseState {
    return this.#state;
  }

  getState = (): BaseState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the base; gives back what closes it. */
  open(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    // A page that is hidden may never be shown again.
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' && this.client.leave(),
      { signal },
    );
    addEventListener('pagehide', () => this.client.leave(), { signal });
    addEventListener(
      'beforeunload',
      (event) => {
        // The browser asks whether to leave, for what waits would be lost.
        if (!this.#safe && 'waiting' in this.client.saveState) event.preventDefault();
      },
      { signal },
    );
    void this.#open(signal);
    return () => {
      stop.abort();
      this.#signIn?.stop();
      void this.#bulk?.stop();
      this.client.close();
      this.#kept.release();
    };
  }

  remote(tableId: string, listener: RemoteListener): () => void {
    const listeners = this.#remote.get(tableId) ?? new Set();
    this.#remote.set(tableId, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** What the page shows now: that somebody takes it away is worth a word. */
  show(shown: Shown): void {
    this.#shown = shown;
  }

  async #sayLost(part: LostPart | undefined, userId: string): Promise<void> {
    if (part === undefined) return;
    const text = lostText(part, await nameOf(userId));
    if (this.#state.role === 'read') return void toast(text);
    toast(text, {
      action: { label: 'Restore', onSelect: () => void this.#restore(part) },
      duration: longEnough,
    });
  }

  async #restore(part: LostPart): Promise<void> {
    if (part.kind === 'view') {
      const { name, type, config } = part.view;
      // Its id is used up: what comes back is a view like it.
      const view = { id: newId('viw'), name, type, config };
      return void this.act('CREATE_VIEW', { tableId: part.table.id, view, unique: true });
    }
    try {
      await this.client.restore(part);
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
  }

  table(tableId: string): Table | undefined {
    return this.#state.metadata.tables.find((table) => table.id === tableId);
  }

  /** Does an action; what cannot be done is said in a toast. */
  act<T extends Exclude<ActionType, 'IMPORT_RECORDS'>>(
    type: T,
    input: ActionInputs[T],
    groupId?: string,
  ): boolean {
    this.#clearToast();
    const done = this.client.dispatch(type, input, groupId === undefined ? {} : { groupId });
    if (done.ok) this.#refresh({ spent: { undo: false, redo: true } });
    else toast(done.error.message, { tone: 'error' });
    return done.ok;
  }

  /** Deletes or empties more records than the browser looks ahead at, one such work at a time. */
  async bulk(work: BulkWork): Promise<void> {
    if (this.#bulk !== null) {
      toast('Please wait until the records before are done.');
      return;
    }
    this.#clearToast();
    const { locale } = this.env;
    const bulk = new BulkRun(this.client, work, (progress, stop) => {
      const percent = Math.floor((100 * progress.done) / Math.max(1, progress.total));
      this.#refresh({ working: { text: progressText(work.type, progress, locale), percent, stop } });
    });
    this.#bulk = bulk;
    try {
      const changed = await bulk.done;
      this.#refresh({ spent: { undo: false, redo: true } });
      if (changed > 0) this.offerUndo(bulkDoneText(work.type, changed, bulk.stopped, locale));
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      this.#bulk = null;
      this.#refresh({ working: null });
    }
  }

  undo = (): Promise<void> => this.#step('undo');
  redo = (): Promise<void> => this.#step('redo');

  /** Says what was deleted, with the way back: it stands until something else is done, which undo would then mean. */
  offerUndo(text: string): void {
    this.#said = toast(text, { action: { label: 'Undo', onSelect: () => void this.undo() } });
  }

  /** After signing in on this page. */
  async lookWhoIsSignedIn(): Promise<void> {
    if (this.client.saveState.kind !== 'signed-out') return;
    this.#signedInAt = Number.NEGATIVE_INFINITY;
    // An answer on its way may be of the time before.
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    this.#watchSignIn();
    await this.#signIn?.look();
  }

  /** The base is gone, or no longer open to this person: what was not sent yet is shown, so that it is not lost. */
  #close(error: AppError): void {
    const { unsent: dropped } = this.client;
    const refused = this.#state.refused ?? (dropped.length === 0 ? null : { dropped, error });
    this.#refresh({ phase: 'closed', error, refused });
  }

  #watchSignIn(): void {
    this.#signIn?.stop();
    this.#signIn = watchSignIn((me) => {
      if (me?.user.id !== this.person.id) return this.#refresh({ stranger: me?.user.name ?? null });
      const now = performance.now();
      if (now - this.#signedInAt < restBetweenSignIns) return;
      this.#signedInAt = now;
      this.#signIn?.stop();
      this.#signIn = null;
      this.#refresh({ stranger: null });
      this.client.signedIn();
    });
  }

  #clearToast(): void {
    if (this.#said !== null) dismissToast(this.#said);
    this.#said = null;
  }

  async #open(signal: AbortSignal): Promise<void> {
    // React may open, close and open again in one breath; only the one that lasts reads the base.
    await Promise.resolve();
    if (signal.aborted) return;
    await this.#kept.claim();
    if (signal.aborted) return this.#kept.release();
    try {
      await this.client.open();
      if (signal.aborted) return this.client.close();
      this.#refresh({ phase: 'open', error: null });
    } catch (cause) {
      if (signal.aborted) return;
      const error = cause as AppError;
      const closed = error.kind === 'not-found' || error.kind === 'forbidden';
      this.#refresh({ phase: closed ? 'closed' : 'failed', error });
    }
  }

  async #step(way: 'undo' | 'redo'): Promise<void> {
    if (this.#state.role === 'read') return;
    this.#clearToast();
    const doing = way === 'undo' ? 'Undo' : 'Redo';
    if (this.client.saveState.kind === 'signed-out') {
      this.#said = toast(`You’re signed out. ${doing} works again once you sign in.`, { tone: 'error' });
      return;
    }
    // The history is the server's: a step asked for now would come at a moment nobody thinks of it any more.
    if (this.client.saveState.kind === 'offline' || !(this.client.online || navigator.onLine)) {
      this.#said = toast(`You’re offline. ${doing} works again once the connection is back.`, {
        tone: 'error',
      });
      return;
    }
    // What is not done yet is not to be taken back.
    await this.#bulk?.stop();
    this.#clearToast();
    const busy = { text: way === 'undo' ? 'Undoing…' : 'Redoing…', percent: null, stop: null };
    const late = setTimeout(() => this.#refresh({ working: busy }), patience);
    try {
      const result = await this.client[way]();
      const idle = result.actions.length === 0 && result.conflicts.length === 0;
      const other = way === 'undo' ? 'redo' : 'undo';
      const { spent } = this.#state;
      this.#refresh({ spent: { ...spent, [way]: idle, ...(!idle && { [other]: false }) } });
      const text = stepText(way, result, this.#state.metadata);
      // What was taken back by a slip of the keys comes again from where one is told of it.
      const again = { label: 'Redo', onSelect: () => void this.redo() };
      const action = way === 'undo' && text?.tone === 'done' && !idle ? again : undefined;
      if (text !== null) this.#said = toast(text.text, { tone: text.tone, action });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      clearTimeout(late);
      this.#refresh({ working: null });
    }
  }

  #read() {
    const { name, role, metadata, saveState, online, trail } = this.client;
    const next = { undo: trail.undo, redo: trail.redo };
    return { name, role, metadata, save: saveState, online, next, safe: this.#safe };
  }

  #refresh(part: Partial<BaseState>): void {
    this.#state = { ...this.#state, ...this.#read(), ...part };
    for (const listener of this.#listeners) listener();
  }
}
