import { initTRPC, type TRPCError } from '@trpc/server';
import { type CallName, type CallNameOf, calls, type ErrorAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import { type Answered, answerError } from '../http/errors.ts';
import { requireCallable } from './callable.ts';
import type { BoundHandlers, CallOrigin } from './handler.ts';

export interface RpcContext {
  readonly log: Logger;
  readonly requestId: string;
  readonly caller: Caller | null;
  readonly left: CallOrigin['left'];
  /** Errors already answered: each is logged once. */
  readonly answered: Map<TRPCError, Answered>;
}

/** What was sent is not repeated: it may be anything. */
const refusalOf = ({ cause, message }: TRPCError): string =>
  cause instanceof SyntaxError ? 'The input is not JSON' : message;

/** What the RPC library itself refuses (an unknown name, a body that is not JSON) as errors of ours. */
function ownError(error: TRPCError): unknown {
  if (error.code === 'NOT_FOUND') return new AppError('not-found', 'There is no such call');
  if (error.code === 'METHOD_NOT_SUPPORTED' || error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST')
    return error.cause?.name === 'ZodError' ? error.cause : new AppError('invalid', refusalOf(error));
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return new AppError('invalid', error.message);
  if (error.code === 'PAYLOAD_TOO_LARGE') return new AppError('limit', 'The request is too large');
  return error.cause ?? error;
}

/** The contract's error behind an error of the RPC library. */
export function answerRpc(
  error: TRPCError,
  { log, requestId, answered }: Pick<RpcContext, 'log' | 'requestId' | 'answered'>,
): Answered {
  const known = answered.get(error);
  if (known !== undefined) return known;
  const cause = error.cause instanceof AppError ? error.cause : ownError(error);
  const result = answerError(cause, requestId);
  if (result.report) log.error({ err: cause, reqId: requestId }, 'call failed');
  answered.set(error, result);
  return result;
}

const t = initTRPC.context<RpcContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    if (ctx === undefined) {
      // Refused before there was a context: only the library's own refusals come here.
      const data: ErrorAnswer = { kind: 'invalid', message: 'The request could not be read' };
      return { message: data.message, code: shape.code, data };
    }
    const { answer } = answerRpc(error, ctx);
    return { message: answer.message, code: shape.code, data: answer };
  },
});

const callableBy = (name: CallName) =>
  t.procedure.use(({ ctx, next }) =>
    next({ ctx: { caller: requireCallable(ctx.caller, name), left: ctx.left } }),
  );

type Plain = CallNameOf<'query'> | CallNameOf<'mutation'>;
type AnyHandler = (origin: CallOrigin, input: unknown) => Promise<unknown>;

/** The router of every query and mutation of the list; subscriptions have a route of their own (streams.ts). */
export function buildRouter(handlers: BoundHandlers<Plain>) {
  const procedures = Object.entries(calls).flatMap(([name, call]) => {
    if (call.kind === 'subscription') return [];
    // The list pairs each name's schema with its handler; here the pairing is only passed on.
    const run = handlers[name as Plain] as AnyHandler;
    const procedure = callableBy(name as Plain).input(call.input as z.ZodType);
    const built =
      call.kind === 'query'
        ? procedure.query(({ ctx, input }) => run(ctx, input))
        : procedure.mutation(({ ctx, input }) => run(ctx, input));
    return [[name, built] as const];
  });
  return t.router(Object.fromEntries(procedures));
}
