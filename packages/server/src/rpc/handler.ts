import type { CallInput, CallName, CallNameOf, CallOutput } from '@weft/protocol';
import type { Caller } from '../http/caller.ts';
import type { StreamEvent } from '../http/event-stream.ts';

/** Who is calling. */
export interface CallOrigin {
  readonly caller: Caller;
  /** Aborted when whoever asked has left without an answer: what only reads need not go on. */
  readonly left: () => AbortSignal;
}

/** What a handler may use: what its feature was given, and who is calling. */
export interface CallContext<Deps> extends CallOrigin {
  readonly deps: Deps;
}

type Handler<K extends CallName, Context> =
  K extends CallNameOf<'subscription'>
    ? (context: Context, input: CallInput<K>, signal: AbortSignal) => Promise<AsyncIterable<StreamEvent>>
    : (context: Context, input: CallInput<K>) => Promise<CallOutput<K>>;

/** A feature's handlers of some calls. */
export type Handlers<K extends CallName, Deps> = {
  readonly [Name in K]: Handler<Name, CallContext<Deps>>;
};

/** Handlers that have what they use; the features' together must come to all calls of the protocol. */
export type BoundHandlers<K extends CallName> = { readonly [Name in K]: Handler<Name, CallOrigin> };

type AnyHandler<Context> = (context: Context, input: unknown, signal: AbortSignal) => unknown;

export function bindHandlers<K extends CallName, Deps>(
  handlers: Handlers<K, Deps>,
  deps: Deps,
): BoundHandlers<K> {
  const bound = (Object.entries(handlers) as [string, AnyHandler<CallContext<Deps>>][]).map(
    ([name, run]): [string, AnyHandler<CallOrigin>] => [
      name,
      ({ caller, left }, input, signal) => run({ deps, caller, left }, input, signal),
    ],
  );
  // The entries are those of the handlers, name by name.
  return Object.fromEntries(bound) as unknown as BoundHandlers<K>;
}
