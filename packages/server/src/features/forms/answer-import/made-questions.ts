import type { MadeQuestion, MadeQuestions } from '@weft/forms';

type Stored = readonly (readonly [
  key: string,
  question: MadeQuestion['question'],
  choices: [string, string][],
])[];

/** What each question elsewhere has become, as it is stored until the answers are there. */
export const storedQuestions = (made: MadeQuestions): Stored =>
  [...made].map(([key, { question, choices }]) => [key, question, [...choices]] as const);

/** The same as it was stored by this server, or one before it. */
export const readQuestions = (stored: unknown): MadeQuestions =>
  new Map(
    (stored as Stored).map(([key, question, choices]) => [key, { question, choices: new Map(choices) }]),
  );
