import type { Content } from './document.ts';
import { type Edit, invertAll } from './edit.ts';
import { type Rebased, type RebaseRules, rebase } from './rebase.ts';

/** One person's steps in one document: lists of their own edits, as they were made. Plain data. */
export interface Steps {
  /** Those that can be taken back, the last one last. */
  readonly done: readonly (readonly Edit[])[];
  /** Those that can be done again, the next one last; each is the edits that took it back. */
  readonly undone: readonly (readonly Edit[])[];
}

/** Steps that are kept; older ones cannot be taken back. */
export const maxSteps = 200;

export const noSteps: Steps = { done: [], undone: [] };

const kept = (steps: readonly (readonly Edit[])[]): readonly (readonly Edit[])[] => steps.slice(-maxSteps);

/** A person has made these edits: what they took back before cannot be done again. */
export const recorded = ({ done, undone }: Steps, edits: readonly Edit[]): Steps =>
  edits.length === 0 ? { done, undone } : { done: kept([...done, edits]), undone: [] };

/** The same where the edit goes on with the last step, as typing does in one text: both are one step. */
export function continued(steps: Steps, edits: readonly Edit[]): Steps {
  const last = steps.done.at(-1);
  const [before, next] = [last?.[0], edits[0]];
  const sameText =
    last?.length === 1 &&
    edits.length === 1 &&
    before?.kind === 'prop' &&
    next?.kind === 'prop' &&
    before.id === next.id &&
    before.key === next.key &&
    before.after === next.before;
  if (!sameText) return recorded(steps, edits);
  return { done: [...steps.done.slice(0, -1), [{ ...before, after: next.after }]], undone: [] };
}

export interface Stepped extends Rebased {
  readonly steps: Steps;
}

type StepRules = Pick<RebaseRules, 'isText'>;

const rulesOf = ({ isText }: StepRules): RebaseRules => ({
  wins: 'others',
  deleted: () => undefined,
  isText,
});

/** Takes a person's last step back, as far as nobody changed what it did; null when there is none. */
export function undo(content: Content, { done, undone }: Steps, rules: StepRules): Stepped | null {
  const last = done.at(-1);
  if (last === undefined) return null;
  const back = rebase(content, invertAll(last), rulesOf(rules));
  return { ...back, steps: { done: done.slice(0, -1), undone: kept([...undone, back.edits]) } };
}

/** Does again what the last step back took away, as far as nobody changed it since; null when there is none. */
export function redo(content: Content, { done, undone }: Steps, rules: StepRules): Stepped | null {
  const last = undone.at(-1);
  if (last === undefined) return null;
  const again = rebase(content, invertAll(last), rulesOf(rules));
  return { ...again, steps: { done: kept([...done, again.edits]), undone: undone.slice(0, -1) } };
}
