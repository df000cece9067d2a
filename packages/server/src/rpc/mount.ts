import { type CallName, calls } from '@weft/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, requireCaller } from '../http/request-caller.ts';
import { requireSafeJson } from '../http/safe-json.ts';
import { answerCalls, answerRefusal } from './answer-call.ts';
import { isCallName, isStream, requireCallable } from './callable.ts';
import type { BoundHandlers } from './handler.ts';
import { openStream, type StreamDeps } from './open-stream.ts';

/** Room for 5,000 records of a paste or one text of 10 MB, so that what is too large gets a reason. */
export const maxRpcBody = 32 * 1024 * 1024;

interface RpcDeps extends StreamDeps {
  readonly handlers: BoundHandlers<CallName>;
}

/** Refuses by its address a call that whoever sends it may not make; of several in one request each is asked later. */
function requireSender(request: FastifyRequest): void {
  const { path = request.routeOptions.url?.slice('/rpc/'.length) ?? '' } = request.params as {
    readonly path?: string;
  };
  if (isCallName(path)) requireCallable(callerOf(request), path);
  else if (path.includes(',')) requireCaller(request);
}

/** Every call of the protocol under /rpc, each a route of its own; batches and unknown names share another. */
export function mountRpc(app: FastifyInstance, deps: RpcDeps): void {
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
    rpc.setErrorHandler((error, request, reply) => {
      const { status, text } = answerRefusal(deps, error, request.id);
      void reply.code(status).type('application/json; charset=utf-8').send(text);
    });
    // A stream asked for its headers alone would be opened, and its import begun.
    const options = { exposeHeadRoute: false, bodyLimit: maxRpcBody };
    for (const name of Object.keys(calls) as CallName[]) {
      const url = `/rpc/${name}`;
      const method = calls[name].kind === 'mutation' ? ['POST'] : ['GET', 'POST'];
      if (isStream(name))
        rpc.route({
          ...options,
          method,
          url,
          config: { isStream: true },
          handler: (request, reply) => openStream(deps, name, request, reply),
        });
      else
        rpc.route({
          ...options,
          method,
          url,
          handler: (request, reply) => answerCalls(deps, name, request, reply),
        });
    }
    rpc.route<{ Params: { path: string } }>({
      ...options,
      method: ['GET', 'POST'],
      url: '/rpc/:path',
      handler: (request, reply) => answerCalls(deps, request.params.path, request, reply),
    });
  });
}
