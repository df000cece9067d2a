import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { type CallName, type CallNameOf, calls } from '@weft/protocol';
import { invalid } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { answerError } from '../http/errors.ts';
import { sendEvents } from '../http/event-stream.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { requireSameSite } from '../http/origin.ts';
import { type Authenticator, callerOf, requireCaller } from '../http/request-caller.ts';
import { requireSafeJson } from '../http/safe-json.ts';
import { whenClosed } from '../http/when-closed.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isStream, requireCallable } from './callable.ts';
import { clientGoneSignal } from './client-gone.ts';
import type { BoundHandlers, CallOrigin } from './handler.ts';
import { answerPlainCall, plainCallOf } from './plain-call.ts';
import { answerRpc, buildRouter, type RpcContext } from './router.ts';

/** Room for 5,000 records of a paste or one text of 10 MB, so that what is too large gets a reason. */
const maxBody = 32 * 1024 * 1024;

type StreamName = CallNameOf<'subscription'>;
type AnyStream = BoundHandlers<StreamName>[StreamName];

interface RpcDeps {
  readonly handlers: BoundHandlers<CallName>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly baseUrl: () => string;
  readonly sessions: Authenticator;
  readonly streams: OpenStreams;
}

function inputOf(request: FastifyRequest): unknown {
  const query = request.query as { readonly [name: string]: string | undefined };
  const text = typeof request.body === 'string' && request.body !== '' ? request.body : (query.input ?? '{}');
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    throw invalid('input', 'Not JSON');
  }
  const last = request.headers['last-event-id'] ?? query.lastEventId ?? query['Last-Event-Id'];
  if (typeof last !== 'string' || typeof input !== 'object' || input === null) return input;
  return { ...input, lastEventId: last };
}

async function openStream(
  deps: RpcDeps,
  name: StreamName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  requireSameSite(request, deps.baseUrl());
  const caller = requireCallable(callerOf(request), name);
  const input: unknown = (calls[name].input as z.ZodType).parse(inputOf(request));
  const controller = new AbortController();
  const origin: CallOrigin = { caller, left: () => controller.signal };
  // The list pairs each name's schema with its handler; here the pairing is only passed on.
  const run = deps.handlers[name] as (
    origin: CallOrigin,
    input: unknown,
    signal: AbortSignal,
  ) => ReturnType<AnyStream>;
  const release = deps.streams.add(caller, controller);
  // A reader may leave before there is anything to send.
  whenClosed(reply.raw, () => controller.abort());
  try {
    const events = await run(origin, input, controller.signal);
    const closed = deps.metrics.streamOpened(name);
    const stillSignedIn = async () => (await deps.sessions.ofRequest(request)) !== null;
    try {
      await sendEvents(reply, events, controller, stillSignedIn, (error) => {
        const { answer, report } = answerError(error, request.id);
        if (report) deps.log.error({ err: error, reqId: request.id, call: name }, 'stream failed');
        return JSON.stringify({ message: answer.message, code: -32_603, data: answer });
      });
    } finally {
      closed();
    }
  } finally {
    release();
  }
}

/** Refuses by its address a call that whoever sends it may not make; of several in one request each is asked later. */
function requireSender(request: FastifyRequest): void {
  const { path = request.routeOptions.url?.slice('/rpc/'.length) ?? '' } = request.params as {
    readonly path?: string;
  };
  if (Object.hasOwn(calls, path)) requireCallable(callerOf(request), path as CallName);
  else if (path.includes(',')) requireCaller(request);
}

/** Every call of the protocol under /rpc. */
export function mountRpc(app: FastifyInstance, deps: RpcDeps): void {
  const router = buildRouter(deps.handlers);
  void app.register(async (rpc) => {
    rpc.removeContentTypeParser(['application/json', 'text/plain']);
    rpc.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    // Before its body is read: who may not make the call sends it for nothing.
    rpc.addHook('preParsing', (request, _reply, payload, done) => {
      requireSender(request);
      done(null, payload);
    });
    rpc.addHook('preHandler', (request, _reply, done) => {
      if (typeof request.body === 'string') requireSafeJson(request.body);
      for (const text of Object.values(request.query as object).flat())
        if (typeof text === 'string') requireSafeJson(text);
      done();
    });
    // Refusals outside the RPC library keep its shape: the contract's object stands in `data`.
    rpc.setErrorHandler((error, request, reply) => {
      const { status, answer, report } = answerError(error, request.id);
      if (report) deps.log.error({ err: error, reqId: request.id }, 'call failed');
      void reply.code(status).send({ error: { message: answer.message, code: -32_600, data: answer } });
    });
    for (const name of Object.keys(calls) as CallName[]) {
      if (!isStream(name)) continue;
      rpc.route({
        method: ['GET', 'POST'],
        // A stream asked for its headers alone would be opened, and its import begun.
        exposeHeadRoute: false,
        bodyLimit: maxBody,
        config: { isStream: true },
        url: `/rpc/${name}`,
        handler: (request, reply) => openStream(deps, name, request, reply),
      });
    }
    rpc.route<{ Params: { path: string } }>({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      bodyLimit: maxBody,
      url: '/rpc/:path',
      handler: (request, reply) => {
        const plain = plainCallOf(request);
        if (plain !== null) return answerPlainCall(deps, plain, request, reply);
        return fastifyRequestHandler({
          router,
          req: request,
          res: reply,
          path: request.params.path,
          allowMethodOverride: true,
          maxBatchSize: 50,
          createContext: (): RpcContext => ({
            log: deps.log,
            requestId: request.id,
            caller: callerOf(request),
            left: clientGoneSignal(reply),
            answered: new Map(),
          }),
          responseMeta: ({ errors, ctx }) => {
            const first = errors[0];
            if (first === undefined) return { headers: { 'cache-control': 'no-store' } };
            return {
              status: answerRpc(first, ctx ?? { log: deps.log, requestId: request.id, answered: new Map() })
                .status,
              headers: { 'cache-control': 'no-store' },
            };
          },
        });
      },
    });
  });
}
