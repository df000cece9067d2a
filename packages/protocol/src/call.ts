import type { z } from 'zod';
import type { CallErrors } from './call-errors.ts';
import type { Scope } from './scopes.ts';

/** How a call travels: a query may be asked again at will, a mutation changes something, a subscription streams. */
export type CallType = 'query' | 'mutation' | 'subscription';

/** What is said of a call, and what it answers. */
export interface CallWords<Input, Output> {
  /** One line, in the imperative. */
  readonly summary: string;
  /** What one has to know besides. */
  readonly more?: string;
  readonly errors: CallErrors;
  /** What it answers; of a stream, one event. */
  readonly answer: z.ZodType<Output>;
  /** An input that works once the sample ids are real ones. */
  readonly example: Input;
}

/** One call of the list: its input is read by `input` once, at the door; `output` is carried as a type only. */
export interface Call<Kind extends CallType, Input extends z.ZodType, Output>
  extends CallWords<z.input<Input>, Output> {
  readonly kind: Kind;
  readonly input: Input;
  /** The scope a token needs. */
  readonly scope: Scope;
  /** Never set: what the call answers, for the compiler. */
  readonly output?: Output;
}

/** `call('query', schema)<Output>(words)`: the input's type is inferred, the output's is named. */
export const call =
  <Kind extends CallType, Input extends z.ZodType>(
    kind: Kind,
    input: Input,
    // Streams are of both kinds: one only tells, others import.
    scope: Scope = kind === 'query' ? 'read' : 'write',
  ) =>
  <Output>(words: CallWords<z.input<Input>, Output>): Call<Kind, Input, Output> => ({
    kind,
    input,
    scope,
    ...words,
  });

/** A call of whatever kind, input and answer. */
export type AnyCall = Call<CallType, z.ZodType, unknown>;
