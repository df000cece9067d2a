import type { CallName, CallNameOf, CallOutput, CallRequest, LogEvent } from '@weft/protocol';
import { AppError, type ErrorKind, errorKinds, type Fault } from '@weft/std';

/** Where the feed of a base stands: `online` is false while it tries to come back. */
export interface FeedHandlers {
  readonly onEvent: (event: LogEvent) => void;
  readonly onOnline: (online: boolean) => void;
  /** The server refused the feed: nothing more will come. */
  readonly onRefused: (error: AppError) => void;
}

/** The one way to the server. A refusal throws AppError; a network fault throws AppError 'unavailable'. */
export interface Transport {
  call<K extends Exclude<CallName, CallNameOf<'subscription'>>>(
    name: K,
    input: CallRequest<K>,
    options?: { readonly keepalive?: boolean; readonly signal?: AbortSignal },
  ): Promise<CallOutput<K>>;
  /** Entries after `sinceSeq`, reconnecting by itself from the last one seen; the answer ends it. */
  follow(basePublicId: string, sinceSeq: number, handlers: FeedHandlers): () => void;
}

/** Calls that answer with a stream of events, such as an import. */
export interface StreamTransport {
  /** Ends with the server's last event; a refusal or a broken connection throws AppError. */
  stream<K extends CallNameOf<'subscription'>>(
    name: K,
    input: CallRequest<K>,
    signal: AbortSignal,
  ): AsyncIterable<CallOutput<K>>;
}

/** A refusal that passes, and says when to come again. */
export class Later extends AppError {
  /** Milliseconds. */
  readonly after: number;

  constructor(kind: ErrorKind, message: string, after: number) {
    super(kind, message);
    this.after = after;
  }
}

/**
 * Milliseconds that `Retry-After` asks for, as seconds or as a moment by the clock of the server's own `Date`; null
 * where it asks for nothing.
 */
function waitAsked(headers: Headers): number | null {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1_000;
  const wait = Date.parse(asked) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

const isKind = (kind: unknown): kind is ErrorKind => typeof kind === 'string' && kind in errorKinds;

/** Refusals named by their status alone: what stands before a server, such as a proxy, has words of its own. */
const kindOfStatus: { readonly [status: number]: ErrorKind } = {
  401: 'unauthenticated',
  // The server's own word for it is 'limit', as for too much at once: only this one passes.
  429: 'rate-limit',
};

/** The error a refused call carries in its body, whichever of the server's two shapes it has. */
export function errorOf(status: number, body: unknown, headers?: Headers): AppError {
  const error = (
    body as { error?: { message?: unknown; kind?: unknown; details?: unknown; data?: unknown } } | null
  )?.error;
  const data = (error?.data ?? error) as { kind?: unknown; message?: unknown; details?: unknown } | undefined;
  const kind =
    kindOfStatus[status] ?? (isKind(data?.kind) ? data.kind : status >= 500 ? 'unavailable' : 'internal');
  const message =
    typeof data?.message === 'string'
      ? data.message
      : typeof error?.message === 'string'
        ? error.message
        : 'The server did not answer as expected';
  const after = headers === undefined ? null : waitAsked(headers);
  if (after !== null && errorKinds[kind].retry) return new Later(kind, message, after);
  return new AppError(kind, message, Array.isArray(data?.details) ? (data.details as Fault[]) : undefined);
}

export const offline = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'Network error occurred. Please check your connection and try again.',
    undefined,
    { cause },
  );
