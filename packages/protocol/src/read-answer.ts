import { isPlainObject } from '@weft/core';
import { type ErrorKind, errorKinds, type Fault } from '@weft/std';
import type { CallName, CallOutput } from './calls.ts';
import type { ErrorAnswer } from './errors.ts';
import type { HttpAnswer, JsonRoute } from './http-calls.ts';

/*
 * How an answer is read where the schemas of the definitions must not be loaded: in a page. The compiler holds the
 * server's handlers to the same definitions, and tests of the server read answers with their schemas.
 */

/** What a call outside /rpc answers, of the text of its answer. Throws a SyntaxError where that is no JSON. */
export const readAnswer = <R extends JsonRoute>(_route: R, text: string): HttpAnswer<R> => JSON.parse(text);

/** What a call under /rpc answers, of the text of its answer. Throws a SyntaxError or TypeError where that is none. */
export const readResult = <K extends CallName>(_name: K, text: string): CallOutput<K> =>
  JSON.parse(text).result.data;

const isKind = (kind: unknown): kind is ErrorKind =>
  typeof kind === 'string' && Object.hasOwn(errorKinds, kind);

const isFault = (fault: unknown): fault is Fault =>
  isPlainObject(fault) && typeof fault.path === 'string' && typeof fault.reason === 'string';

/**
 * The error in the text of a refusal, as far as there is one: outside /rpc, under it, or of the sign-in library. What
 * answers may also be a proxy, so everything of it is looked at.
 */
export function readError(text: string): Partial<ErrorAnswer> {
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
