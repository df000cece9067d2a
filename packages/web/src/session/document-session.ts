import type { SaveState } from '@weft/client';
import { mayEditBase } from '@weft/core';
import {
  type Content,
  type DocumentEvent,
  diff,
  type Edit,
  type EditBatch,
  editCopy,
  heardCopy,
  inWords,
  type Names,
  rereadCopy,
  restoring,
  settledCopy,
  shownCopy,
  stepCopy,
  type WorkingCopy,
  workingCopy,
} from '@weft/documents';
import { AppError, asAppError, errorKinds } from '@weft/std';
import { toast } from '@weft/ui';
import { errorText } from '../error-text.ts';
import { rpcAs, whenTimeOrOnline } from '../rpc.ts';
import type { DocumentCalls, DocumentKind, OpenDocument } from './document-kind.ts';
import { type DocumentPresence, documentPresence, tellWhileSeen } from './document-presence.ts';
import type { DocumentState } from './document-state.ts';
import { type KeptList, keptList } from './kept-actions.ts';
import { newId } from './new-id.ts';
import type { Person } from './person.ts';
import { ReplacedTexts } from './replaced-texts.ts';
import { SendTimer } from './send-timer.ts';
import { SessionRecovery } from './session-recovery.ts';
import { watchLeaving } from './watch-leaving.ts';

/** A pause in typing after which undo takes back only what came after it. */
const typingPause = 2_000;

const isTransient = (error: unknown): boolean => error instanceof AppError && errorKinds[error.kind].retry;

/** One document open in this tab: its working copy, saving by itself, and its state as React reads it. */
export class DocumentSession<Answer extends OpenDocument, Own extends object> {
  readonly flowId: string;
  readonly names: Names;
  readonly presence: DocumentPresence;
  readonly replaced: ReplacedTexts;
  readonly #kind: DocumentKind<Answer, Own>;
  readonly #follow: ReturnType<DocumentKind<Answer, Own>['follow']>;
  readonly #calls: DocumentCalls<Answer>;
  readonly #kept: KeptList<EditBatch>;
  readonly #recovery: SessionRecovery;
  readonly #listeners = new Set<() => void>();
  #copy: WorkingCopy;
  #answer: Answer | null = null;
  readonly #timer = new SendTimer({
    send: () => this.#send(),
    wait: whenTimeOrOnline,
    now: () => performance.now(),
  });
  #inFlight: string | null = null;
  #attempts = 0;
  #stopFeed = () => {};
  /** By `performance.now()`; when something was typed last. */
  #typedAt = Number.NEGATIVE_INFINITY;
  #signedOut = false;
  #online = true;
  #safe = true;
  #refused: string | null = null;
  /** Batches that the server makes because this person asked for them. */
  readonly #own = new Set<string>();
  #idle: (() => void)[] = [];
  #state: DocumentState & Own;

  constructor(flowId: string, person: Person, kind: DocumentKind<Answer, Own>) {
    this.flowId = flowId;
    this.names = kind.names;
    this.#kind = kind;
    this.#calls = kind.calls(rpcAs(person.id), flowId);
    this.replaced = new ReplacedTexts(person.id, kind.isText);
    this.presence = documentPresence(person.id, this.#calls.present);
    this.#copy = workingCopy({ version: 0, content: kind.empty });
    this.#follow = kind.follow(person.id);
    this.#kept = keptList(`weft.${kind.name}.${person.id}.${flowId}.`, {
      local: () => localStorage,
      session: () => sessionStorage,
      locks: navigator.locks,
    });
    this.#recovery = new SessionRecovery(person.id, {
      onBack: () => {
        this.#signedOut = false;
        this.#startFeed();
        this.#send();
      },
      onStranger: () => {},
    });
    this.#state = this.#read('opening', null);
  }

  getState = (): DocumentState & Own => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the document; gives back what closes it. */
  open(): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    watchLeaving(
      { onLeave: () => this.#send(true), loses: () => !this.#safe && this.#copy.pending.length > 0 },
      signal,
    );
    void this.#open(signal);
    return () => {
      this.#send(true);
      stop.abort();
      this.#timer.stop();
      this.#stopFeed();
      this.#recovery.stop();
      this.#kept.release();
    };
  }

  /** Makes edits; `typed`: they go on with what was typed into the same text just before. */
  edit(edits: readonly Edit[], { typed = false }: { readonly typed?: boolean } = {}): void {
    if (edits.length === 0) return;
    const now = performance.now();
    this.replaced.wrote(edits);
    const continues = typed && now - this.#typedAt < typingPause;
    this.#typedAt = typed ? now : Number.NEGATIVE_INFINITY;
    this.#copy = editCopy(this.#copy, { edits, ...this.#batch() }, continues);
    this.#changed();
  }

  undo = (): void => this.#step('undo');
  redo = (): void => this.#step('redo');

  /** Publishes what is shown, once it is saved. */
  async publish(): Promise<void> {
    await this.saved();
    const { version } = this.#copy;
    await this.#calls.publish(version, newId('snp'));
    await this.reread();
  }

  async unpublish(): Promise<void> {
    await this.#calls.unpublish();
    await this.reread();
  }

  /** Takes over what a call about the document has answered. */
  answered(answer: Partial<Answer>): void {
    if (this.#answer !== null) this.#answer = { ...this.#answer, ...answer };
    this.#refresh();
  }

  versions = () => this.#calls.versions();

  version = (snapshotId: string) => this.#calls.version(snapshotId);

  /** Makes the draft what it was in a version: a step that can be taken back. */
  restore(content: Content): void {
    const snapshot = { id: '', number: 0, content, publishedAt: '', publishedBy: '' };
    this.edit(restoring(this.#state.content, snapshot));
  }

  /** Has the server make edits, under the id of batch that `call` is given: one step that can be taken back. */
  async made(call: (editId: string) => Promise<{ readonly version: number }>): Promise<void> {
    await this.saved();
    const id = newId('edt');
    this.#own.add(id);
    try {
      const { version } = await call(id);
      if (this.#copy.version >= version) return;
      // The feed has not told of it yet: the draft itself does, where nothing else was changed meanwhile.
      const { content, version: now } = await this.#calls.get();
      if (now === this.#copy.version + 1 && now === version && this.#own.has(id))
        this.#copy = heardCopy(this.#copy, { id, version, edits: diff(this.#copy.content, content) }, true);
      this.#copy = rereadCopy(this.#copy, { version: now, content });
      this.#refresh();
    } finally {
      this.#own.delete(id);
    }
  }

  /** Reads the document again: its name, what is published, and what others made of the draft. */
  async reread(): Promise<void> {
    const answer = await this.#calls.get();
    this.#answer = answer;
    this.#copy = rereadCopy(this.#copy, answer);
    this.#refresh('open');
  }

  /** Sends again what was refused. */
  retry = (): void => {
    this.#refused = null;
    this.#send();
  };

  /** Gives up what the server refused, and shows what it has. */
  discard = (): void => {
    this.#refused = null;
    this.#copy = workingCopy(this.#copy);
    this.#changed();
  };

  async #open(signal: AbortSignal): Promise<void> {
    // React may open, close and reopen synchronously; only the last one fetches the document.
    await Promise.resolve();
    if (signal.aborted) return;
    await this.#kept.claim();
    if (signal.aborted) return this.#kept.release();
    try {
      const answer = await this.#calls.get();
      if (signal.aborted) return;
      this.#answer = answer;
      this.#copy = workingCopy(answer, this.#kept.load());
      this.#refresh('open');
      tellWhileSeen(this.presence, () => this.#state.phase === 'open', signal);
      this.#startFeed();
      this.#send();
    } catch (cause) {
      if (signal.aborted) return;
      const error = asAppError(cause);
      this.#refresh(error.kind === 'not-found' || error.kind === 'forbidden' ? 'closed' : 'failed', error);
    }
  }

  #startFeed(): void {
    this.#stopFeed();
    this.#stopFeed = this.#follow(this.flowId, this.#copy.version, {
      onEvent: (event) => this.#heard(event),
      onPresent: (people) => this.presence.received(people),
      onOnline: (online) => {
        // The feed ends when the name, the role, the lock or the trash change, and does not carry them.
        if (online && !this.#online) this.reread().catch(() => {});
        this.#online = online;
        // Nobody tells any more who is there.
        if (!online) this.presence.received([]);
        this.#refresh();
      },
      onRefused: (error) => this.#feedRefused(error),
    });
  }

  /** Takes a batch of the feed; of its own edits it may know before the answer comes. */
  #heard(event: DocumentEvent): void {
    const { version } = this.#copy;
    if (event.seq <= version && !('edits' in event && event.edits.length === 0)) return;
    if ('missed' in event || event.edits.length === 0 || event.seq > version + 1) {
      void this.reread().catch(() => {});
      return;
    }
    this.replaced.heard(event);
    const batch = { id: event.editId, version: event.seq, edits: event.edits };
    this.#copy = heardCopy(this.#copy, batch, this.#own.delete(event.editId));
    this.#safe = this.#kept.save(this.#copy.pending);
    this.#refresh();
  }

  /** Signed out, edits wait; of a document that is gone or hidden, they are kept for when it comes back. */
  #feedRefused(error: AppError): void {
    if (error.kind === 'unauthenticated') {
      this.#signedOut = true;
      this.#recovery.wait();
      this.#refresh();
    } else this.#refresh('closed', error);
  }

  #batch() {
    return { batchId: newId('edt'), inFlight: this.#inFlight };
  }

  #step(way: 'undo' | 'redo'): void {
    this.#typedAt = Number.NEGATIVE_INFINITY;
    const stepped = stepCopy(this.#copy, way, this.#batch(), this.#kind);
    if (stepped === null) return;
    this.#copy = stepped.copy;
    if (stepped.clashes.length > 0) toast('What somebody else changed since stays as it is');
    this.#changed();
  }

  /** The copy has changed here: it is kept on the device, shown, and sent in a moment. */
  #changed(): void {
    this.#safe = this.#kept.save(this.#copy.pending);
    this.#refresh();
    this.#timer.edited();
  }

  /** Resolves once everything made until now is saved; rejects where that cannot be. */
  async saved(): Promise<void> {
    if (this.#copy.pending.length > 0) {
      // Waited for before it is sent: what cannot be sent now ends the wait at once.
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
        this.#send();
      });
    }
    if (this.#copy.pending.length > 0)
      throw new AppError('unavailable', 'Your changes are not saved yet. Try again in a moment');
  }

  #send(keepalive = false): void {
    const [batch] = this.#copy.pending;
    const isHeld = this.#inFlight !== null || this.#signedOut || this.#refused !== null;
    if (batch === undefined || isHeld) this.#settle();
    else {
      this.#timer.stop();
      void this.#sendBatch(batch, keepalive);
    }
  }

  /** Nothing more is on its way: whoever waits for that goes on. */
  #settle(): void {
    if (this.#inFlight !== null) return;
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }

  async #sendBatch(batch: EditBatch, keepalive: boolean): Promise<void> {
    const { id } = batch;
    this.#inFlight = id;
    this.#refresh();
    try {
      const answer = await this.#calls.edit(batch, { keepalive });
      this.#attempts = 0;
      this.#inFlight = null;
      this.#copy = settledCopy(this.#copy, id, answer);
      this.#safe = this.#kept.save(this.#copy.pending);
      this.#refresh();
      this.#send();
    } catch (error) {
      this.#inFlight = null;
      await this.#failed(error);
      this.#refresh();
      this.#settle();
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (error instanceof AppError && error.kind === 'unauthenticated') {
      this.#signedOut = true;
      this.#recovery.wait();
    } else if (isTransient(error)) {
      this.#attempts++;
      this.#timer.sendIn(Math.min(10_000, 250 * 2 ** Math.min(this.#attempts, 6)));
    } else if (error instanceof AppError && error.kind === 'conflict' && this.#attempts === 0) {
      // Too much has changed meanwhile to tell what was deleted: what waits is made on the draft as it is now.
      this.#attempts = 1;
      await this.reread().then(
        () => this.#timer.sendIn(0),
        () => this.#timer.sendIn(1_000),
      );
    } else {
      this.#attempts = 0;
      this.#refused = errorText(error);
    }
  }

  #saveState(): SaveState {
    const waiting = this.#copy.pending.length;
    if (this.#signedOut) return { kind: 'signed-out', waiting };
    if (this.#refused !== null) return { kind: 'failed' };
    if (waiting === 0) return { kind: 'saved' };
    return { kind: this.#attempts > 0 ? 'offline' : 'saving', waiting };
  }

  #read(phase: DocumentState['phase'], error: AppError | null): DocumentState & Own {
    const content = shownCopy(this.#copy, this.#kind);
    const { name = '', role = 'read', publicIdentifier = '', published = null } = this.#answer ?? {};
    const { trashed = false } = this.#answer ?? {};
    const before = published?.content;
    return {
      ...this.#kind.own(this.#answer),
      phase,
      error,
      name,
      canEdit: mayEditBase(role) && !trashed,
      publicIdentifier,
      content,
      published,
      changes: before === undefined ? [] : inWords(before, content, diff(before, content), this.names),
      save: this.#saveState(),
      online: this.#online,
      safe: this.#safe,
      refused: this.#refused,
      canUndo: this.#copy.steps.done.length > 0,
      canRedo: this.#copy.steps.undone.length > 0,
    };
  }

  #refresh(phase = this.#state.phase, error = this.#state.error): void {
    this.#state = this.#read(phase, error);
    for (const listener of this.#listeners) listener();
  }
}
