import { formPlace, type Published } from '@weft/db';
import { formSettingsOf, isFull, questionsOf } from '@weft/forms';
import type { FormsDeps } from './deps.ts';

/** What is taken of a form before somebody answers it. */
export interface FullPlaces {
  /** Whether the form has all the answers it takes, and whoever sends one has to wait. */
  readonly isFormFull: boolean;
  /** The choices that nobody can take any more. */
  readonly choices: ReadonlySet<string>;
  /** Whether somebody who takes them waits for a place. */
  readonly canWait: boolean;
}

export async function fullPlaces(
  { formSessions, waitingAnswers }: Pick<FormsDeps, 'formSessions' | 'waitingAnswers'>,
  {
    flowId,
    content,
    settings: stored,
    submissions,
  }: Pick<Published, 'flowId' | 'content' | 'settings' | 'submissions'>,
): Promise<FullPlaces> {
  const settings = formSettingsOf(stored);
  const canWait = settings.waitingList;
  // A place that somebody waits for is theirs first.
  const waited = canWait ? await waitingAnswers.waitedFor(flowId) : new Set<string>();
  const limited = questionsOf(content).flatMap(({ choices }) =>
    choices.flatMap(({ id, capacity }) => (capacity === undefined ? [] : [[id, capacity] as const])),
  );
  const taken = limited.length === 0 ? new Map<string, number>() : await formSessions.takenChoices(flowId);
  const full = limited.filter(([id, capacity]) => waited.has(id) || (taken.get(id) ?? 0) >= capacity);
  const isWaitedFor = settings.maxSubmissions !== null && waited.has(formPlace);
  return {
    isFormFull: isFull(settings, submissions) || isWaitedFor,
    choices: new Set(full.map(([id]) => id)),
    canWait,
  };
}
