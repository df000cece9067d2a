import type { Settings } from '../settings.ts';

interface CommandInput {
  readonly settings: Settings;
  readonly places: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Aborts when the command is told to stop. */
  readonly signal: AbortSignal;
}

/** A command of an operator; `run` gives the sentence it ends with, and throws AppError with the one it fails with. */
export interface Command {
  readonly usage: string;
  readonly flags: readonly string[];
  /** How many arguments that are no flags it takes. */
  readonly places: number;
  readonly run: (input: CommandInput) => Promise<string>;
}
