import { refusalOf } from '@weft/protocol';
import { AppError, type ErrorKind, errorKinds } from '@weft/std';

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

/** The error of a refused call, of the text of its answer; one of a proxy alone says nothing about the change. */
export function errorOf(status: number, text: string, headers?: Headers): AppError {
  const error = refusalOf(status, text, () => (status >= 500 ? 'unavailable' : 'internal'));
  const after = headers === undefined ? null : retryAfter(headers);
  return after !== null && errorKinds[error.kind].retry
    ? new RetryAfterError(error.kind, error.message, after)
    : error;
}
