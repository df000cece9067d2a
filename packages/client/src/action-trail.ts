import type { LogEvent } from '@weft/protocol';

/** A person's step as this tab knows it: one action, or a group. */
interface TrailStep {
  readonly id: string;
  readonly label: string;
  readonly state: 'done' | 'undone';
  /** Whether the server has told of it: a step from elsewhere takes back only such. */
  readonly stored: boolean;
}

/** Steps remembered, and how far back one to undo is looked for (specification 2, section 9). */
const mostSteps = 50;
const lookup = 25;

/**
 * The last steps of the person in this base, whichever tab they were done in: what undo and redo would mean now. The
 * server's history decides; it outlives this list, which begins empty and forgets.
 */
export class ActionTrail {
  readonly #userId: string;
  #steps: readonly TrailStep[] = [];

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** The label of the step that undo would take back; null where this list does not know. */
  get undo(): string | null {
    return this.#steps.slice(-lookup).findLast(({ state }) => state === 'done')?.label ?? null;
  }

  /** The label of the step that redo would do again. */
  get redo(): string | null {
    return this.#firstUndone?.label ?? null;
  }

  get #lastDone(): TrailStep | undefined {
    return this.#steps.findLast(({ state, stored }) => stored && state === 'done');
  }

  get #firstUndone(): TrailStep | undefined {
    return this.#steps.find(({ state }) => state === 'undone');
  }

  /** Something was done here. What was undone before can no longer be done again. */
  did(id: string, label: string): void {
    this.#push({ id, label, state: 'done', stored: false });
  }

  /** An entry of the log: from this tab, or from another place where the person works. */
  heard({ id, groupId, label, userId, isUndo, isRedo }: LogEvent['action']): void {
    if (userId !== this.#userId) return;
    const stepId = groupId ?? id;
    const known = this.#steps.find((step) => step.id === stepId);
    // A large group is taken back in several entries that all name it.
    if (isUndo) this.#turn(groupId === undefined ? this.#lastDone : known, 'undone');
    else if (isRedo) this.#turn(groupId === undefined ? this.#firstUndone : known, 'done');
    else if (!known) this.#push({ id: stepId, label, state: 'done', stored: true });
    else if (known.state === 'done') this.#replace(known, { ...known, stored: true });
  }

  /** What was done here was refused: none of it is left to take back. */
  refused(): void {
    this.#steps = this.#steps.filter(({ stored }) => stored);
  }

  #push(step: TrailStep): void {
    const others = this.#steps.filter(({ id, state }) => id !== step.id && state === 'done');
    this.#steps = [...others, step].slice(-mostSteps);
  }

  #turn(step: TrailStep | undefined, state: TrailStep['state']): void {
    if (step) this.#replace(step, { ...step, state });
  }

  #replace(step: TrailStep, by: TrailStep): void {
    this.#steps = this.#steps.map((one) => (one === step ? by : one));
  }
}
