import type { ErrorAnswer } from '@weft/protocol';
import { AppError, type ErrorKind, errorKinds, type Fault, withoutUndefined } from '@weft/std';
import { ZodError } from 'zod';

export interface Answered {
  readonly status: number;
  readonly answer: ErrorAnswer;
  /** A fault of ours: to be logged with the request's id. */
  readonly report: boolean;
}

/** Fastify's and its plugins' own refusals, by status. */
const kindOfStatus: { readonly [status: number]: ErrorKind } = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'invalid',
  413: 'limit',
  414: 'limit',
  415: 'invalid',
  429: 'rate-limit',
  431: 'limit',
  503: 'unavailable',
};

/** The words of the parser of multipart/form-data (@fastify/busboy), whose errors have no code. */
const brokenMultipart = /^Multipart: Boundary not found$|unexpected end of multipart data$/i;

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** What zod found, as the contract's faults: where, and why. */
const faultsOf = (error: ZodError): Fault[] =>
  error.issues.map((issue) => ({ path: pathOf(issue.path), reason: issue.message }));

/** A fault of the whole input has no path. */
const sentenceOf = ({ path, reason }: Fault): string => (path === '' ? reason : `${path}: ${reason}`);

/** The error a thrown thing stands for; anything unknown is 'internal' and keeps its message to itself. */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ZodError) {
    const faults = faultsOf(thrown);
    const first = faults[0];
    return new AppError('invalid', first === undefined ? 'Invalid input' : sentenceOf(first), faults);
  }
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC')
    return new AppError('unavailable', 'The disk of the server is full', undefined, { cause: thrown });
  if (thrown instanceof Error && brokenMultipart.test(thrown.message))
    return new AppError('invalid', 'What was sent as multipart/form-data cannot be read', undefined, {
      cause: thrown,
    });
  // V8's own words for a text of more than 2^29 characters.
  if (thrown instanceof RangeError && thrown.message === 'Invalid string length')
    return new AppError('limit', 'The answer is too large: ask for fewer records at a time', undefined, {
      cause: thrown,
    });
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number') {
    const kind = kindOfStatus[thrown.statusCode];
    if (kind !== undefined) return new AppError(kind, thrown.message, undefined, { cause: thrown });
  }
  return new AppError('internal', 'Something went wrong on our side', undefined, { cause: thrown });
}

/** Turns an error into what travels, in one place; a fault of ours is named by its request's id. */
export function answerError(thrown: unknown, requestId: string): Answered {
  const error = toAppError(thrown);
  const policy = errorKinds[error.kind];
  return {
    status: policy.status,
    report: policy.report,
    answer: withoutUndefined({
      // The closed list of the contract has one kind for "too much"; the status tells size from rate.
      kind: error.kind === 'rate-limit' ? 'limit' : error.kind,
      message: error.kind === 'internal' ? 'Something went wrong on our side' : error.message,
      details: error.details,
      id: policy.report ? requestId : undefined,
    }),
  };
}
