import { asSentence } from '../../integrations/service-words.ts';

interface SaidOfRun {
  /** What a service said, and what was not written as it was answered. */
  readonly words: string;
  readonly notes: string;
  /** The address of what it made. */
  readonly url: string | null;
}

/** What a run says: its words, the address of what it made, and what was left out of it. */
export function saidIn(answer: string): SaidOfRun {
  const [, words, url, notes] = /^(.*?)\s*(https:\/\/\S+)(?:\s+(.*))?$/s.exec(answer) ?? [];
  return words === undefined || url === undefined
    ? { words: answer, notes: '', url: null }
    : { words, notes: notes ?? '', url };
}

/** Whether something of the answer is not there: the sentences are those of `mappedValues`. */
export const leftOut = (answer: string): boolean =>
  /does not fit .* and was left out|that was matched is not there any more/s.test(answer);

/** What follows the words: '. 2 attempts'. */
export const attemptWords = (said: string, attempts: number): string =>
  attempts < 2 ? said : `${asSentence(said)} ${attempts} attempts`;
