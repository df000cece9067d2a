import type { LogEvent } from '@weft/protocol';

/** One step of undo as this tab knows it: an action, or a group of them. */
interface TrailStep {
  readonly id: string;
  readonly label: string;
  readonly state: 'done' | 'undone';
  /** Whether the feed has confirmed it: an undo from elsewhere can only concern such. */
  readonly confirmed: boolean;
}

/** Most steps kept, and how far back one to undo is looked for (specification 2, section 9). */
const maxSteps = 50;
const lookup = 25;

/**
 * The last steps of the person in this base, done in any tab: what undo and redo would mean now. Only labels depend on
 * it; the server's history decides, and has more than this list, which begins empty and is limited.
 */
export class ActionTrail {
  readonly #userId: string;
  #steps: readonly TrailStep[] = [];

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** The label of the step that undo would revert; null where it is not known here. */
  get undo(): string | null {
    return this.#steps.slice(-lookup).findLast(({ state }) => state === 'done')?.label ?? null;
  }

  /** The label of the step that redo would repeat. */
  get redo(): string | null {
    return this.#firstUndone?.label ?? null;
  }

  get #lastDone(): TrailStep | undefined {
    return this.#steps.findLast(({ state, confirmed }) => confirmed && state === 'done');
  }

  get #firstUndone(): TrailStep | undefined {
    return this.#steps.find(({ state }) => state === 'undone');
  }

  /** A local action; ends the chance to redo what was undone before. */
  recordLocal(id: string, label: string): void {
    this.#push({ id, label, state: 'done', confirmed: false });
  }

  /** An event of the feed: of this tab, or of another place where the person works. */
  recordEvent({ id, groupId, label, userId, isUndo, isRedo }: LogEvent['action']): void {
    if (userId !== this.#userId) return;
    const stepId = groupId ?? id;
    const known = this.#steps.find((step) => step.id === stepId);
    // A large group is undone in several entries, all of which name it.
    if (isUndo) this.#setState(groupId === undefined ? this.#lastDone : known, 'undone');
    else if (isRedo) this.#setState(groupId === undefined ? this.#firstUndone : known, 'done');
    else if (!known) this.#push({ id: stepId, label, state: 'done', confirmed: true });
    else if (known.state === 'done') this.#replace(known, { ...known, confirmed: true });
  }

  /** Local actions were refused: none of them can be undone. */
  dropLocal(): void {
    this.#steps = this.#steps.filter(({ confirmed }) => confirmed);
  }

  #push(step: TrailStep): void {
    const others = this.#steps.filter(({ id, state }) => id !== step.id && state === 'done');
    this.#steps = [...others, step].slice(-maxSteps);
  }

  #setState(step: TrailStep | undefined, state: TrailStep['state']): void {
    if (step) this.#replace(step, { ...step, state });
  }

  #replace(step: TrailStep, by: TrailStep): void {
    this.#steps = this.#steps.map((one) => (one === step ? by : one));
  }
}
