import { type CallName, type CallNameOf, calls } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import { callerOf } from '../http/request-caller.ts';
import { requireScope } from '../http/scopes.ts';

export type StreamName = CallNameOf<'subscription'>;
/** Calls with one answer. */
export type PlainName = Exclude<CallName, StreamName>;

export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

/** Streams have routes of their own. */
export const isStream = (name: CallName): name is StreamName => calls[name].kind === 'subscription';

/**
 * Whoever makes a call of the protocol: signed in, and with a token only where its scope reaches. Every way into a
 * handler comes through here, before the input is even looked at. Throws 'unauthenticated' and 'forbidden'.
 */
export function requireCallable(caller: Caller | null, name: CallName): Caller {
  if (caller === null) throw new AppError('unauthenticated', 'User not found');
  requireScope(caller.scope, calls[name].scope);
  return caller;
}

/** Who makes a call, and its input as its schema reads it. */
export function readCall(request: FastifyRequest, name: CallName, input: () => unknown) {
  const caller = requireCallable(callerOf(request), name);
  return { caller, input: (calls[name].input as z.ZodType).parse(input()) };
}

/** The input of a call as it was sent; of none, undefined. */
export function inputText({ method, body, query }: FastifyRequest): string | undefined {
  const { input } = query as { readonly input?: string | readonly string[] };
  const text = method === 'POST' ? body : typeof input === 'string' ? input : input?.[0];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Parses an input; no text is no input. */
export function parseInput(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // What was sent is not repeated: it may be anything.
    throw new AppError('invalid', 'The input is not JSON');
  }
}
