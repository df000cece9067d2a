import type { CallInput, CallName, CallNameOf, CallOutput } from '@weft/protocol';
import type { Services } from '../context.ts';
import type { Caller } from '../http/caller.ts';
import type { StreamEvent } from '../http/event-stream.ts';

/** What a handler may use: the services of the process, and who is calling. */
export interface CallContext {
  readonly services: Services;
  readonly caller: Caller;
  /** Aborted when whoever asked has left without an answer: what only reads need not go on. */
  readonly left: () => AbortSignal;
}

type Handler<K extends CallName> =
  K extends CallNameOf<'subscription'>
    ? (context: CallContext, input: CallInput<K>, signal: AbortSignal) => Promise<AsyncIterable<StreamEvent>>
    : (context: CallContext, input: CallInput<K>) => Promise<CallOutput<K>>;

/** Handlers of some calls; the list in `handlers.ts` must come to all of them. */
export type Handlers<K extends CallName> = { readonly [Name in K]: Handler<Name> };
