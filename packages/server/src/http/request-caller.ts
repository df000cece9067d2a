import { AppError } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: nobody is signed in. Set before any handler runs. */
    caller: Caller | null;
  }
}

/** Finds out who sends a request: a session's or a token's person, or nobody. */
export interface Authenticator {
  readonly ofRequest: (request: FastifyRequest) => Promise<Caller | null>;
}

export const callerOf = (request: FastifyRequest): Caller | null => request.caller;

export function requireCaller(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError('unauthenticated', 'User not found');
  return request.caller;
}

/**
 * Refuses a call of a page that was opened by another person: people share a browser, and a page left open must not act
 * as whoever signed in last. Pages send their person's id; programs need not.
 */
export function requirePageOwner(request: FastifyRequest): void {
  const owner = request.headers['x-signed-in-as'];
  if (owner === undefined || request.caller === null || request.caller.userId === owner) return;
  throw new AppError('unauthenticated', 'Somebody else is signed in in this browser now');
}
