import type { BaseClient, BulkWork } from '@weft/client';
import { mayEditBase } from '@weft/core';
import type { ActionInputs, CalledAction } from '@weft/history';
import { dismissToast, toast } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import { awayText } from './away-text.ts';
import { BulkRun } from './bulk-run.ts';
import { bulkDoneText, progressText } from './bulk-text.ts';
import { stepText } from './step-text.ts';

/** A sentence about a cell, beside it. */
export interface CellNote {
  readonly tableId: string;
  readonly recordId: string;
  readonly fieldId: string;
  readonly text: string;
}

/** What the page shows of what a person does. */
export interface EditsState {
  /** A long operation: its text, its progress (null: unknown) and what cancels it (null: nothing). */
  readonly working: {
    readonly text: string;
    readonly percent: number | null;
    readonly stop: (() => void) | null;
  } | null;
  /** What an edit of this person has replaced, said at its cell; until the next edit. */
  readonly cellNote: CellNote | null;
  /** Whether the server has said that nothing is left to undo or redo. */
  readonly spent: { readonly undo: boolean; readonly redo: boolean };
}

/** Milliseconds an undo or redo may take before it is shown as working. */
const showAfter = 600;

/** Milliseconds a sentence stays beside its cell. */
const noteTime = 12_000;

/** Runs a person's edits in an open base, one after the other, and their toasts. */
export class Edits {
  readonly #client: BaseClient;
  readonly #locale: string;
  readonly #onChange: () => void;
  #state: EditsState = { working: null, cellNote: null, spent: { undo: false, redo: false } };
  /** The toast about the last change; the next change dismisses it. */
  #said: string | null = null;
  #bulk: BulkRun | null = null;
  #noteEnd: ReturnType<typeof setTimeout> | undefined;

  constructor(client: BaseClient, locale: string, onChange: () => void) {
    this.#client = client;
    this.#locale = locale;
    this.#onChange = onChange;
  }

  get state(): EditsState {
    return this.#state;
  }

  /** Does an action; a refusal is shown as a toast. */
  act<T extends CalledAction>(type: T, input: ActionInputs[T], groupId?: string): boolean {
    this.#unsay();
    const done = this.#client.dispatch(type, input, groupId === undefined ? {} : { groupId });
    if (done.ok) this.#set({ spent: { undo: false, redo: true } });
    else toast(done.error.message, { tone: 'error' });
    return done.ok;
  }

  /** Deletes or clears more records than can be done optimistically; one such operation at a time. */
  async bulk(work: BulkWork): Promise<void> {
    if (this.#bulk !== null) {
      toast('Please wait until the records before are done.');
      return;
    }
    this.#unsay();
    if (this.#isAway('Changing so many records at once')) return;
    const locale = this.#locale;
    const bulk = new BulkRun(this.#client, work, (progress, stop) => {
      const percent = Math.floor((100 * progress.done) / Math.max(1, progress.total));
      this.#set({ working: { text: progressText(work.type, progress, locale), percent, stop } });
    });
    this.#bulk = bulk;
    try {
      const changed = await bulk.done;
      this.#set({ spent: { undo: false, redo: true } });
      if (changed > 0) this.offerUndo(bulkDoneText(work.type, changed, bulk.stopped, locale));
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      this.#bulk = null;
      this.#set({ working: null });
    }
  }

  /** Does one undo or redo in the person's history. */
  async step(way: 'undo' | 'redo'): Promise<void> {
    if (!mayEditBase(this.#client.role)) return;
    this.#unsay();
    if (this.#isAway(way === 'undo' ? 'Undo' : 'Redo')) return;
    // A bulk edit under way cannot be undone yet.
    await this.#bulk?.stop();
    this.#unsay();
    const busy = { text: way === 'undo' ? 'Undoing…' : 'Redoing…', percent: null, stop: null };
    const late = setTimeout(() => this.#set({ working: busy }), showAfter);
    try {
      const result = await this.#client[way]();
      const idle = result.actions.length === 0 && result.conflicts.length === 0;
      const other = way === 'undo' ? 'redo' : 'undo';
      this.#set({ spent: { ...this.#state.spent, [way]: idle, ...(!idle && { [other]: false }) } });
      const text = stepText(way, result, this.#client.metadata);
      // The toast offers redo, for an undo pressed by mistake.
      const again = { label: 'Redo', onSelect: () => void this.step('redo') };
      const action = way === 'undo' && text?.tone === 'done' && !idle ? again : undefined;
      if (text !== null) this.#said = toast(text.text, { tone: text.tone, action });
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      clearTimeout(late);
      this.#set({ working: null });
    }
  }

  /** Shows a toast with an undo button until the next edit, which undo would then revert instead. */
  offerUndo(text: string): void {
    this.#said = toast(text, { action: { label: 'Undo', onSelect: () => void this.step('undo') } });
  }

  /** Says a sentence at a cell, which offers to undo the last edit, until the next one. */
  noteAtCell(note: CellNote): void {
    this.#unsay();
    this.#set({ cellNote: note });
    this.#noteEnd = setTimeout(() => this.#set({ cellNote: null }), noteTime);
  }

  /** A remote change arrived, perhaps of the same person: there may be something to undo again. */
  doneElsewhere(): void {
    this.#set({ spent: { undo: false, redo: false } });
  }

  /** The page unloads: a bulk edit ends after the present chunk. */
  end(): void {
    void this.#bulk?.stop();
  }

  /** True, with a toast, where the server cannot be asked now. */
  #isAway(what: string): boolean {
    const { saveState, online } = this.#client;
    const why = awayText(what, saveState, online || navigator.onLine);
    if (why !== null) this.#said = toast(why, { tone: 'error' });
    return why !== null;
  }

  #unsay(): void {
    if (this.#said !== null) dismissToast(this.#said);
    this.#said = null;
    clearTimeout(this.#noteEnd);
    if (this.#state.cellNote !== null) this.#set({ cellNote: null });
  }

  #set(part: Partial<EditsState>): void {
    this.#state = { ...this.#state, ...part };
    this.#onChange();
  }
}
