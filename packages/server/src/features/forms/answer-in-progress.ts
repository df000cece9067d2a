import { daysUnfinished } from '@weft/db';
import { isId } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFormCookie, setFormCookie } from './form-cookies.ts';

/** The answer that this browser has begun to a form. Its id cannot be guessed, so whoever has it may go on with it. */
export function begunAnswer(request: FastifyRequest, flowId: string): string | null {
  const id = readFormCookie(request, 'answer', flowId);
  return isId('sub', id) ? id : null;
}

/** Remembers, or (null) forgets, the answer that this browser has begun. */
export const rememberAnswer = (
  reply: FastifyReply,
  form: { readonly flowId: string; readonly https: boolean },
  id: string | null,
): void => setFormCookie(reply, 'answer', id ?? '', form, id === null ? 0 : daysUnfinished * 24 * 60 * 60);

/** Forgets the begun answer that was sent; another tab may have begun another one. */
export function forgetBegun(
  request: FastifyRequest,
  reply: FastifyReply,
  form: { readonly flowId: string; readonly https: boolean },
  sentId: string,
): void {
  if ((begunAnswer(request, form.flowId) ?? sentId) === sentId) rememberAnswer(reply, form, null);
}
