import { AppError } from '@weft/std';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: nobody is signed in. Set before any handler runs. */
    caller: Caller | null;
  }
}

export const callerOf = (request: FastifyRequest): Caller | null => request.caller;

export function requireCaller(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError('unauthenticated', 'Sign in first');
  return request.caller;
}
