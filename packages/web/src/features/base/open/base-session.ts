import { BaseClient, type BulkWork, type RemovedPart, type ReplacedEdit, type SaveState } from '@weft/client';
import { type BaseMetadata, type FieldEnv, type FlowRole, mayEditBase, type Table } from '@weft/core';
import type { ActionInputs, CalledAction } from '@weft/history';
import { type AppError, asAppError } from '@weft/std';
import { toast } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import { serverClock, whenTimeOrOnline } from '../../../rpc.ts';
import { type KeptActions, keptActions } from '../../../session/kept-actions.ts';
import { newId } from '../../../session/new-id.ts';
import type { Person } from '../../../session/person.ts';
import { SessionRecovery } from '../../../session/session-recovery.ts';
import { tabTransport } from '../../../session/tab-feed.ts';
import { watchLeaving } from '../../../session/watch-leaving.ts';
import { BaseFiles } from '../attachments/base-files.ts';
import { droppedText } from '../edits/dropped-text.ts';
import { Edits, type EditsState } from '../edits/edits.ts';
import { notifyRemoved } from '../edits/notify-removed.ts';
import { nameOf } from '../edits/person-name.ts';
import { removedFromSight, type Shown } from '../edits/removed-text.ts';
import { replacedText } from '../edits/replaced-text.ts';

/** What the page shows of an open base. */
export interface BaseState extends EditsState {
  /** 'opening' until the base has come; 'closed' when it may not be seen or is gone. */
  readonly phase: 'opening' | 'open' | 'closed' | 'failed';
  readonly error: AppError | null;
  readonly name: string;
  readonly role: FlowRole;
  readonly metadata: BaseMetadata;
  readonly save: SaveState;
  readonly online: boolean;
  /** Whether pending changes are stored on the device; false: the browser has no room for them. */
  readonly safe: boolean;
  /** While signed out, the name of who is signed in in this browser instead; null: nobody. */
  readonly stranger: string | null;
  /** Changes the server refused, and all behind them; shown until a reload. */
  readonly refused: { readonly lines: readonly string[]; readonly error: AppError } | null;
  /** Labels of what undo and redo would revert and repeat, where known. */
  readonly next: { readonly undo: string | null; readonly redo: string | null };
}

type RemoteListener = (recordIds: ReadonlySet<string>) => void;

const readerZone = (): Pick<FieldEnv, 'timeZone' | 'locale'> => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: navigator.language,
});

/** One base open in this tab: the client, and its state as React reads it. */
export class BaseSession {
  readonly baseId: string;
  readonly client: BaseClient;
  readonly person: Person;
  readonly env = readerZone();
  /** What is uploaded into cells. */
  readonly files: BaseFiles;
  readonly #listeners = new Set<() => void>();
  readonly #remote = new Map<string, Set<RemoteListener>>();
  readonly #kept: KeptActions;
  readonly #logListeners = new Set<() => void>();
  #state: BaseState;
  #shown: Shown | null = null;
  #safe = true;
  readonly #edits: Edits;
  readonly #sessionRecovery: SessionRecovery;

  constructor(baseId: string, person: Person) {
    const { id: userId } = person;
    this.baseId = baseId;
    this.person = person;
    this.#sessionRecovery = new SessionRecovery(userId, {
      onBack: () => {
        this.#refresh({ stranger: null });
        this.client.signedIn();
      },
      onStranger: (stranger) => this.#refresh({ stranger }),
    });
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
        onSyncError: (dropped, error, named) => {
          const lines = dropped.map((action) => droppedText(action, named));
          this.#refresh({ refused: { lines, error } });
        },
        onSignedOut: () => this.#sessionRecovery.wait(),
        onRefused: (error) => this.#close(error),
        onRemoved: (parts, userId) => {
          const part = removedFromSight(parts, this.#shown);
          if (part === undefined) return;
          const restore = !mayEditBase(this.#state.role) ? null : () => void this.#restore(part);
          void notifyRemoved(part, userId, restore);
        },
        onLogged: () => {
          for (const listener of this.#logListeners) listener();
        },
        onRemote: (tableId, recordIds) => {
          this.#edits.doneElsewhere();
          for (const listener of this.#remote.get(tableId) ?? []) listener(recordIds);
        },
        onReplaced: (edit) => void this.#tellReplaced(edit),
        onError: (error) => toast(errorText(error), { tone: 'error' }),
      },
    );
    this.files = new BaseFiles({
      ...{ baseId, userId, client: this.client, env: this.env },
      table: (tableId) => this.table(tableId),
      act: (...edit) => this.act(...edit),
    });
    this.#edits = new Edits(this.client, this.env.locale, () => this.#refresh({}));
    this.#state = {
      phase: 'opening',
      error: null,
      stranger: null,
      refused: null,
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
    const leaving = {
      onLeave: () => this.client.flush(),
      loses: () => this.files.busy || (!this.#safe && 'waiting' in this.client.saveState),
    };
    watchLeaving(leaving, signal);
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    void this.#open(signal);
    return () => {
      stop.abort();
      this.#sessionRecovery.stop();
      this.#edits.end();
      this.files.end();
      this.client.close();
      this.#kept.release();
    };
  }

  remote(tableId: string, listener: RemoteListener): () => void {
    const listeners = this.#remote.get(tableId) ?? new Set();
    this.#remote.set(tableId, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Tells of every new entry of the log, whoever made it. */
  onLogged(listener: () => void): () => void {
    this.#logListeners.add(listener);
    return () => this.#logListeners.delete(listener);
  }

  /** What is on screen: its deletion by somebody else is notified. */
  show(shown: Shown): void {
    this.#shown = shown;
  }

  async #tellReplaced({ tableId, recordId, fieldId, userId, cell, others }: ReplacedEdit): Promise<void> {
    const field = this.table(tableId)?.fields.find(({ id }) => id === fieldId);
    const text = replacedText(await nameOf(userId), cell, field, this.env, others);
    const view = this.table(tableId)?.views.find(({ id }) => id === this.#shown?.viewId);
    const inSight =
      view !== undefined &&
      !view.config.hiddenFieldIds.includes(fieldId) &&
      this.client.rows(tableId, view.id).indexOf(recordId) !== -1;
    if (inSight) this.#edits.noteAtCell({ tableId, recordId, fieldId, text });
    else this.offerUndo(text);
  }

  async #restore(part: RemovedPart): Promise<void> {
    if (part.kind === 'view') {
      const { name, type, config } = part.view;
      // A deleted view's id cannot be used again: creates a copy.
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

  /** Does an action; a refusal is shown as a toast. */
  act<T extends CalledAction>(type: T, input: ActionInputs[T], groupId?: string): boolean {
    return this.#edits.act(type, input, groupId);
  }

  /** Deletes or clears more records than can be done optimistically; one such operation at a time. */
  bulk(work: BulkWork): Promise<void> {
    return this.#edits.bulk(work);
  }

  undo = (): Promise<void> => this.#edits.step('undo');
  redo = (): Promise<void> => this.#edits.step('redo');

  /** Shows a toast with an undo button. */
  offerUndo(text: string): void {
    this.#edits.offerUndo(text);
  }

  /** After signing in on this page. */
  async lookWhoIsSignedIn(): Promise<void> {
    if (this.client.saveState.kind === 'signed-out') await this.#sessionRecovery.look();
  }

  /** The base is gone, or closed to this person: shows the unsent changes, so that they can be copied. */
  #close(error: AppError): void {
    const { unsent, metadataWithRemoved } = this.client;
    const lines = unsent.map((action) => droppedText(action, metadataWithRemoved));
    const refused = this.#state.refused ?? (lines.length === 0 ? null : { lines, error });
    this.#refresh({ phase: 'closed', error, refused });
    this.#look();
  }

  async #open(signal: AbortSignal): Promise<void> {
    // React may open, close and reopen synchronously; only the last one fetches the base.
    await Promise.resolve();
    if (signal.aborted) return;
    await this.#kept.claim();
    if (signal.aborted) return this.#kept.release();
    try {
      await this.client.open();
      if (signal.aborted) return this.client.close();
      this.#refresh({ phase: 'open', error: null });
      this.#look();
    } catch (cause) {
      if (signal.aborted) return;
      const error = asAppError(cause);
      const closed = error.kind === 'not-found' || error.kind === 'forbidden';
      this.#refresh({ phase: closed ? 'closed' : 'failed', error });
    }
  }

  /** Tells others that the base is open here, as long as it is looked at. */
  #look(): void {
    const { phase } = this.#state;
    this.client.presence.look(phase === 'open' && document.visibilityState === 'visible');
  }

  #read() {
    const { name, role, metadata, saveState, online, trail } = this.client;
    const next = { undo: trail.undo, redo: trail.redo };
    return { name, role, metadata, save: saveState, online, next, safe: this.#safe, ...this.#edits.state };
  }

  #refresh(part: Partial<BaseState>): void {
    this.#state = { ...this.#state, ...this.#read(), ...part };
    for (const listener of this.#listeners) listener();
  }
}
