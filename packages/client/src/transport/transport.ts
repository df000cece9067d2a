import type { FlowEvent } from '@weft/core';
import type { DocumentEvent } from '@weft/documents';
import type {
  CallName,
  CallNameOf,
  CallOutput,
  CallRequest,
  LogEvent,
  PresentEditor,
  PresentPerson,
} from '@weft/protocol';
import type { AppError } from '@weft/std';
import { isSignedOut } from './errors.ts';

/** An event of a feed; `seq` rises, and a base's events carry the changes of an action. */
export interface FeedEvent {
  readonly seq: number;
  readonly action?: { readonly changes?: readonly unknown[] | null };
}

/** Somebody who has open what a feed is about: a document, or else a base. */
export type PresentIn<E extends FeedEvent> = E extends DocumentEvent ? PresentEditor : PresentPerson;

/** What a feed calls. */
export interface FeedHandlers<E extends FeedEvent = LogEvent> {
  readonly onEvent: (event: E) => void;
  /** `online` is false while the feed reconnects. */
  readonly onOnline: (online: boolean) => void;
  /** Who has what is followed open, whenever that has changed; of bases and documents. */
  readonly onPresent?: (people: readonly PresentIn<E>[]) => void;
  /** The server refused the feed: nothing more will come. */
  readonly onRefused: (error: AppError) => void;
}

/**
 * Follows a feed, of a base or an organization, after `sinceSeq`. Reconnects by itself from the last event seen; the
 * answer ends it.
 */
export type Follow<E extends FeedEvent> = (
  id: string,
  sinceSeq: number,
  handlers: FeedHandlers<E>,
) => () => void;

/** The connection to the server. A refused call throws AppError; a network fault throws AppError 'unavailable'. */
export interface Transport {
  /** `keepalive`: the call outlives its page, as far as the browser allows. */
  call<K extends Exclude<CallName, CallNameOf<'subscription'>>>(
    name: K,
    input: CallRequest<K>,
    options?: { readonly keepalive?: boolean; readonly signal?: AbortSignal },
  ): Promise<CallOutput<K>>;
  /** The feed of a base: its log entries. */
  readonly follow: Follow<LogEvent>;
}

/** The feed of an organization's list of flows. */
export interface FlowTransport {
  readonly followFlows: Follow<FlowEvent>;
}

/** The feed of a form's draft. */
export interface DocumentTransport {
  readonly followDocument: Follow<DocumentEvent>;
  readonly followApp: Follow<DocumentEvent>;
}

/** Calls that are answered by a stream of events, such as an import. */
export interface StreamTransport {
  /** Ends with the server's last event; a refusal or a broken connection throws AppError. */
  stream<K extends CallNameOf<'subscription'>>(
    name: K,
    input: CallRequest<K>,
    signal: AbortSignal,
  ): AsyncIterable<CallOutput<K>>;
}

/** The same transport, which notifies whenever a call or the feed is refused as signed out; the call still throws. */
export function watchSession(transport: Transport, onSignedOut: () => void): Transport {
  return {
    call: async (...call) => {
      try {
        return await transport.call(...call);
      } catch (error) {
        if (isSignedOut(error)) onSignedOut();
        throw error;
      }
    },
    follow: (basePublicId, sinceSeq, handlers) =>
      transport.follow(basePublicId, sinceSeq, {
        ...handlers,
        onRefused: (error) => (isSignedOut(error) ? onSignedOut() : handlers.onRefused(error)),
      }),
  };
}
