/** What the caller can do about an error is decided here, once (architecture: errors). */
export const errorKinds = {
  invalid: { status: 400, retry: false, report: false },
  unauthenticated: { status: 401, retry: false, report: false },
  forbidden: { status: 403, retry: false, report: false },
  'not-found': { status: 404, retry: false, report: false },
  conflict: { status: 409, retry: false, report: false },
  limit: { status: 413, retry: false, report: false },
  'rate-limit': { status: 429, retry: true, report: false },
  unavailable: { status: 503, retry: true, report: false },
  internal: { status: 500, retry: false, report: true },
} as const;

export type ErrorKind = keyof typeof errorKinds;

/** One fault of an input: where it is and what is wrong with it. */
export interface Fault {
  readonly path: string;
  readonly reason: string;
}

/** An error that may be shown to the person who caused it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  readonly details: readonly Fault[] | undefined;

  constructor(kind: ErrorKind, message: string, details?: readonly Fault[], options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
    this.details = details;
  }
}

/** What was thrown: an error of ours as it is, anything else as an internal one with its cause. */
export const asAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError
    ? thrown
    : new AppError('internal', 'Something went wrong', undefined, { cause: thrown });

export const invalid = (path: string, reason: string): AppError =>
  new AppError('invalid', reason, [{ path, reason }]);
export const notFound = (what = 'Not found'): AppError => new AppError('not-found', what);
