import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { answerError } from '../http/errors.ts';
import { sendEvents } from '../http/event-stream.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { requireSameSite } from '../http/origin.ts';
import type { Authenticator } from '../http/request-caller.ts';
import { whenClosed } from '../http/when-closed.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { inputText, parseInput, readCall, type StreamName } from './callable.ts';
import type { BoundHandlers, CallOrigin } from './handler.ts';

export interface StreamDeps {
  readonly handlers: BoundHandlers<StreamName>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly baseUrl: () => string;
  readonly sessions: Authenticator;
  readonly streams: OpenStreams;
}

/** The input of a stream, with the id of the last event that a reader who comes back has seen. */
function inputOf(request: FastifyRequest): unknown {
  const query = request.query as { readonly [name: string]: string | undefined };
  // A POST may also say its input in the address.
  const input = parseInput(inputText(request) ?? query.input ?? '{}');
  const last = request.headers['last-event-id'] ?? query.lastEventId ?? query['Last-Event-Id'];
  if (typeof last !== 'string' || typeof input !== 'object' || input === null) return input;
  return { ...input, lastEventId: last };
}

/** Answers a subscription with its events, until its reader leaves, its session ends or there are no more. */
export async function openStream(
  deps: StreamDeps,
  name: StreamName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  requireSameSite(request, deps.baseUrl());
  const { caller, input } = readCall(request, name, () => inputOf(request));
  const controller = new AbortController();
  const origin: CallOrigin = { caller, left: () => controller.signal };
  // The list pairs each name's schema with its handler; here the pairing is only passed on.
  const run = deps.handlers[name] as (
    origin: CallOrigin,
    input: unknown,
    signal: AbortSignal,
  ) => ReturnType<BoundHandlers<StreamName>[StreamName]>;
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
