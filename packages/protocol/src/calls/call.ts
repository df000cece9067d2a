import type { z } from 'zod';
import type { Scope } from '../scopes.ts';

/** How a call travels: a query may be asked again at will, a mutation changes something, a subscription streams. */
export type CallType = 'query' | 'mutation' | 'subscription';

/** One call of the list: its input is read by `input` once, at the door; `output` is carried as a type only. */
export interface Call<Kind extends CallType, Input extends z.ZodType, Output> {
  readonly kind: Kind;
  readonly input: Input;
  /** The scope a token needs. */
  readonly scope: Scope;
  /** Never set: what the call answers, for the compiler. */
  readonly output?: Output;
}

/** `call('query', schema)<Output>()`: the input's type is inferred, the output's is named. */
export const call =
  <Kind extends CallType, Input extends z.ZodType>(
    kind: Kind,
    input: Input,
    // Streams are of both kinds: one only tells, others import.
    scope: Scope = kind === 'query' ? 'read' : 'write',
  ) =>
  <Output>(): Call<Kind, Input, Output> => ({ kind, input, scope });
