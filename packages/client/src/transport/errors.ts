import { AppError, type ErrorKind, errorKinds, type Fault } from '@weft/std';

/** A transient error of a server that says when to retry. */
export class RetryAfterError extends AppError {
  /** Milliseconds. */
  readonly after: number;

  constructor(kind: ErrorKind, message: string, after: number) {
    super(kind, message);
    this.after = after;
  }
}

/** The network failed, or what answered was no server of ours: transient. */
export const networkError = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'Network error occurred. Please check your connection and try again.',
    undefined,
    { cause },
  );

/** Whether an error is expected to pass by itself: the network's, or an overloaded server's. */
export const isTransient = (error: unknown): error is AppError =>
  error instanceof AppError && errorKinds[error.kind].retry;

/** Whether a refusal means that the person's session is over. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'unauthenticated';

/**
 * Milliseconds of a `Retry-After` header, given in seconds or as a date, which is compared with the server's own `Date`
 * so that a wrong clock on the device does no harm; null where there is none.
 */
function retryAfter(headers: Headers): number | null {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1_000;
  const wait = Date.parse(asked) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

const isKind = (kind: unknown): kind is ErrorKind => typeof kind === 'string' && kind in errorKinds;

/** Statuses that decide the kind alone: a proxy in front of the server answers with a body of its own. */
const kindOfStatus: { readonly [status: number]: ErrorKind } = {
  401: 'unauthenticated',
  // The server's kind is 'limit', as for inputs that are too large: only this one is transient.
  429: 'rate-limit',
};

/** The error that a refused call carries in its body, in either of the server's two shapes (RPC and HTTP). */
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
  const after = headers === undefined ? null : retryAfter(headers);
  if (after !== null && errorKinds[kind].retry) return new RetryAfterError(kind, message, after);
  return new AppError(kind, message, Array.isArray(data?.details) ? (data.details as Fault[]) : undefined);
}
