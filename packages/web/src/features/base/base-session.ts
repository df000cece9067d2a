import { BaseClient, type SaveState } from '@weft/client';
import type { BaseMetadata, FieldEnv, Table } from '@weft/core';
import type { Action, ActionInputs, ActionType } from '@weft/history';
import type { AppError } from '@weft/std';
import { toast } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { newId } from './ids.ts';
import { keptActions } from './kept-actions.ts';
import { stepText } from './step-text.ts';

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
  /** Changes the server refused, with all behind them; shown until the page is loaded anew. */
  readonly refused: { readonly dropped: readonly Action[]; readonly error: AppError } | null;
}

type RemoteListener = (recordIds: ReadonlySet<string>) => void;

const readerZone = (): Pick<FieldEnv, 'timeZone' | 'locale'> => ({
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: navigator.language,
});

/** One base open in this tab: the client, and its state as React reads it. */
export class BaseSession {
  readonly client: BaseClient;
  readonly env = readerZone();
  readonly #listeners = new Set<() => void>();
  readonly #remote = new Map<string, Set<RemoteListener>>();
  #state: BaseState;

  constructor(baseId: string) {
    this.client = new BaseClient(
      baseId,
      {
        transport: rpc,
        env: this.env,
        newActionId: () => newId('act'),
        now: () => new Date().toISOString(),
        after: (milliseconds, callback) => {
          const timer = setTimeout(callback, milliseconds);
          return () => clearTimeout(timer);
        },
        keep: keptActions(baseId),
      },
      {
        onChange: () => this.#refresh({}),
        onSyncError: (dropped, error) => this.#refresh({ refused: { dropped, error } }),
        onRefused: (error) => this.#refresh({ phase: 'closed', error }),
        onRemote: (tableId, recordIds) => {
          for (const listener of this.#remote.get(tableId) ?? []) listener(recordIds);
        },
        onError: (error) => toast(errorText(error), { tone: 'error' }),
      },
    );
    this.#state = {
      phase: 'opening',
      error: null,
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
    // A page that is hidden may never be shown again.
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' && this.client.leave(),
      { signal },
    );
    addEventListener('pagehide', () => this.client.leave(), { signal });
    void this.#open();
    return () => {
      stop.abort();
      this.client.close();
    };
  }

  remote(tableId: string, listener: RemoteListener): () => void {
    const listeners = this.#remote.get(tableId) ?? new Set();
    this.#remote.set(tableId, listeners.add(listener));
    return () => listeners.delete(listener);
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
    const done = this.client.dispatch(type, input, groupId === undefined ? {} : { groupId });
    if (!done.ok) toast(done.error.message, { tone: 'error' });
    return done.ok;
  }

  undo = (): Promise<void> => this.#step('undo');
  redo = (): Promise<void> => this.#step('redo');

  async #open(): Promise<void> {
    try {
      await this.client.open();
      this.#refresh({ phase: 'open', error: null });
    } catch (cause) {
      const error = cause as AppError;
      const closed = error.kind === 'not-found' || error.kind === 'forbidden';
      this.#refresh({ phase: closed ? 'closed' : 'failed', error });
    }
  }

  async #step(way: 'undo' | 'redo'): Promise<void> {
    try {
      const text = stepText(way, await this.client[way](), this.#state.metadata);
      if (text !== null) toast(text.text, { tone: text.tone });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
  }

  #read() {
    const { name, role, metadata, saveState, online } = this.client;
    return { name, role, metadata, save: saveState, online };
  }

  #refresh(part: Partial<BaseState>): void {
    this.#state = { ...this.#state, ...this.#read(), ...part };
    for (const listener of this.#listeners) listener();
  }
}
