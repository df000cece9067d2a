import { isPlainObject } from '@weft/core';
import { AppError, type ErrorKind, errorKinds, type Fault } from '@weft/std';
import type { CallName, CallNameOf, CallOutput } from './calls.ts';
import type { ErrorAnswer } from './errors.ts';
import type { HttpAnswer, JsonRoute } from './http-calls.ts';

/*
 * How answers are read where the schemas of the definitions must not be loaded: in a page. Only here does a text become
 * an answer of a call. The compiler holds the server's handlers to the definitions, and the server's tests parse every
 * answer with its schema (decision 57).
 */

/** Said of a refusal without a word of the server's, and of an answer that is none of the server's. */
export const noAnswer = 'The server did not answer as expected';

/** What answers JSON always answers an object; `null`, for nobody signed in, is never asked for by a page. */
function objectIn(value: unknown): object {
  if (!isPlainObject(value)) throw new TypeError(noAnswer);
  return value;
}

/** What a call outside /rpc answers, of the text of its answer. Throws where that is no answer of the server. */
export const readAnswer = <R extends JsonRoute>(_route: R, text: string): HttpAnswer<R> =>
  objectIn(JSON.parse(text)) as HttpAnswer<R>;

/** What a call under /rpc answers, of the text of its answer. Throws where that is no answer of the server. */
export const readResult = <K extends CallName>(_name: K, text: string): CallOutput<K> => {
  const { result } = JSON.parse(text) ?? {};
  return objectIn(result?.data) as CallOutput<K>;
};

/** One event of a stream, of its text. Throws where that is no event of the server. */
export const readEvent = <K extends CallNameOf<'subscription'>>(_name: K, text: string): CallOutput<K> =>
  objectIn(JSON.parse(text)) as CallOutput<K>;

const isKind = (kind: unknown): kind is ErrorKind =>
  typeof kind === 'string' && Object.hasOwn(errorKinds, kind);

const isFault = (fault: unknown): fault is Fault =>
  isPlainObject(fault) && typeof fault.path === 'string' && typeof fault.reason === 'string';

/**
 * The error in the text of a refusal, as far as there is one: outside /rpc, under it, of a stream, or of the sign-in
 * library. What answers may also be a proxy, so everything of it is looked at.
 */
function readError(text: string): Partial<ErrorAnswer> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {};
  }
  const error = isPlainObject(body) ? (body.error ?? body) : null;
  const found = isPlainObject(error) && isPlainObject(error.data) ? error.data : error;
  if (!isPlainObject(found)) return {};
  const { kind, message, details } = found;
  return {
    ...(isKind(kind) ? { kind } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(Array.isArray(details) ? { details: details.filter(isFault) } : {}),
  };
}

/** Statuses that decide the kind alone: a proxy in front of the server answers with a body of its own. */
const kindOfStatus: { readonly [status: number]: ErrorKind } = {
  401: 'unauthenticated',
  // The server's kind is 'limit', as for inputs that are too large: only this one is transient.
  429: 'rate-limit',
};

/**
 * The error of a refusal; `text` is its body. `kindOf` decides where neither status nor body tell the kind: what
 * answered is then the sign-in library, or stands between the page and the server.
 */
export function refusalOf(status: number, text: string, kindOf: (status: number) => ErrorKind): AppError {
  const { kind, message = noAnswer, details } = readError(text);
  return new AppError(kindOfStatus[status] ?? kind ?? kindOf(status), message, details);
}
