import { calls } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { answerError } from '../http/errors.ts';
import { inputText, isCallName, isStream, type PlainName, parseInput, readCall } from './callable.ts';
import { clientGoneSignal } from './client-gone.ts';
import type { BoundHandlers, CallOrigin } from './handler.ts';

/** Most calls of one batch. */
const maxBatch = 50;

/** Error codes of JSON-RPC, as tRPC numbers them. */
const codes = { invalidRequest: -32_600, notFound: -32_004, wrongMethod: -32_005, failed: -32_603 } as const;

type AnyHandler = (origin: CallOrigin, input: unknown) => Promise<unknown>;

interface CallDeps {
  readonly handlers: BoundHandlers<PlainName>;
  readonly log: Logger;
}

/** The answer of one call, as it travels. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** An error in the shape of /rpc: the contract's object stands in `data`. */
export function answerRefusal(
  { log }: Pick<CallDeps, 'log'>,
  error: unknown,
  requestId: string,
  code: number = codes.invalidRequest,
): Answer {
  const { status, answer, report } = answerError(error, requestId);
  if (report) log.error({ err: error, reqId: requestId }, 'call failed');
  return { status, text: JSON.stringify({ error: { message: answer.message, code, data: answer } }) };
}

/** Answers one call: the only way to its handler. */
async function answerOne(
  deps: CallDeps,
  name: string,
  readInput: () => unknown,
  request: FastifyRequest,
  left: () => AbortSignal,
): Promise<Answer> {
  const refuse = (error: unknown, code: number) => answerRefusal(deps, error, request.id, code);
  if (!isCallName(name) || isStream(name))
    return refuse(new AppError('not-found', 'There is no such call'), codes.notFound);
  if (request.method === 'GET' && calls[name].kind === 'mutation')
    return refuse(new AppError('invalid', 'Send this call as a POST'), codes.wrongMethod);
  let reading = true;
  try {
    const { caller, input } = readCall(request, name, readInput);
    reading = false;
    // The list pairs each name's schema with its handler; here the pairing is only passed on.
    const data = await (deps.handlers[name] as AnyHandler)({ caller, left }, input);
    return { status: 200, text: JSON.stringify({ result: { data } }) };
  } catch (error) {
    const isInput =
      reading && (error instanceof ZodError || (error instanceof AppError && error.kind === 'invalid'));
    return refuse(error, isInput ? codes.invalidRequest : codes.failed);
  }
}

/** Several calls in one request: `/rpc/<name>,<name>?batch=1`, their inputs by their place in the list. */
async function answerBatch(
  deps: CallDeps,
  names: readonly string[],
  request: FastifyRequest,
  left: () => AbortSignal,
): Promise<Answer> {
  if (names.length > maxBatch)
    return answerRefusal(
      deps,
      new AppError('invalid', `Send at most ${maxBatch} calls in one request`),
      request.id,
    );
  if (request.headers['trpc-accept'] === 'application/jsonl')
    return answerRefusal(
      deps,
      new AppError('invalid', 'Batches are answered as JSON, not as JSON lines'),
      request.id,
    );
  let inputs: { readonly [index: string]: unknown } = {};
  let fault: unknown = null;
  try {
    const read = parseInput(inputText(request)) ?? {};
    if (typeof read !== 'object' || Array.isArray(read))
      throw new AppError('invalid', 'The input of a batch is an object: the input of each call by its place');
    inputs = read as typeof inputs;
  } catch (error) {
    fault = error;
  }
  const answers = await Promise.all(
    names.map((name, index) => {
      const input = () => {
        if (fault !== null) throw fault;
        return inputs[index];
      };
      return answerOne(deps, name, input, request, left);
    }),
  );
  return {
    status: answers.find(({ status }) => status !== 200)?.status ?? 200,
    text: `[${answers.map(({ text }) => text).join(',')}]`,
  };
}

const longText = 16 * 1024;

/** Answers a request to /rpc that does not stream; `path` is what follows `/rpc/`. */
export async function answerCalls(
  deps: CallDeps,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const left = clientGoneSignal(reply);
  const { batch } = request.query as { readonly batch?: string };
  const { status, text } =
    batch === '1'
      ? await answerBatch(deps, path.split(','), request, left)
      : await answerOne(deps, path, () => parseInput(inputText(request)), request, left);
  return (
    reply
      .code(status)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      // A long text is sent a seventh cheaper as the bytes it comes to.
      .send(text.length < longText ? text : Buffer.from(text))
  );
}
