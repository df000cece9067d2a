import { AppError } from '@weft/std';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../http/caller.ts';
import { OpenStreams } from '../http/open-streams.ts';
import { Metrics } from '../metrics/metrics.ts';
import { mountRpc } from './mount.ts';

type RpcDeps = Parameters<typeof mountRpc>[1];

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify({ routerOptions: { maxParamLength: 4_000 } });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { 'x-nobody': nobody, 'x-scope': scope = null } = request.headers;
    request.caller = nobody === undefined ? ({ userId: 'u', scope } as Caller) : null;
  });
  const echo = (name: string) => async (_origin: unknown, input: { readonly basePublicId: string }) => {
    if (input.basePublicId === 'none') throw new AppError('not-found', 'No base');
    if (input.basePublicId === 'bug') throw new Error('inside');
    return { name, of: input.basePublicId };
  };
  mountRpc(app, {
    handlers: new Proxy({}, { get: (_, name) => echo(String(name)) }) as RpcDeps['handlers'],
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    baseUrl: () => 'http://weft',
    sessions: { ofRequest: async () => null },
    streams: new OpenStreams(),
  });
  await app.ready();
});
afterAll(() => app.close());

const written = (input: unknown) => encodeURIComponent(JSON.stringify(input));
const get = (path: string, input: unknown, headers = {}): InjectOptions => ({
  url: `/rpc/${path}${path.includes('?') ? '&' : '?'}input=${written(input)}`,
  headers,
});
const post = (path: string, payload: unknown, headers = {}): InjectOptions => ({
  method: 'POST',
  url: `/rpc/${path}`,
  headers: { 'content-type': 'application/json', ...headers },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});
const send = async (request: InjectOptions) => {
  const response = await app.inject(request);
  return { status: response.statusCode, body: response.json<unknown>() };
};

const one = { basePublicId: 'one' };
const none = { basePublicId: 'none' };
const answered = (name: string) => ({ result: { data: { name, of: 'one' } } });
const refused = (kind: string, code: number) => ({ error: { code, data: { kind } } });

describe('a call under /rpc', () => {
  it.each([
    ['a query as GET', get('metadata.get', one)],
    ['a query as POST', post('metadata.get', one)],
    ['the same through an input that is sent twice', { url: `${get('metadata.get', one).url}&input={}` }],
  ])('answers %s', async (_what, request) => {
    expect(await send(request)).toEqual({ status: 200, body: answered('metadata.get') });
  });

  it.each([
    ['what is not there', get('metadata.get', none), 404, refused('not-found', -32_603)],
    ['a wrong input', get('metadata.get', { basePublicId: 1 }), 400, refused('invalid', -32_600)],
    ['no input', { url: '/rpc/metadata.get' }, 400, refused('invalid', -32_600)],
    ['an empty body', post('metadata.get', ''), 400, refused('invalid', -32_600)],
    ['what is not JSON', post('metadata.get', '{'), 400, refused('invalid', -32_600)],
    [
      'a form',
      post('metadata.get', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      400,
      refused('invalid', -32_600),
    ],
    ['an unknown name', get('no.such', {}), 404, refused('not-found', -32_004)],
    ['a name of every object', get('constructor', {}), 404, refused('not-found', -32_004)],
    ['a change as GET', get('metadata.create', one), 400, refused('invalid', -32_005)],
    ['a stranger', get('metadata.get', one, { 'x-nobody': '1' }), 401, refused('unauthenticated', -32_600)],
    [
      'a token without the scope',
      post('metadata.create', one, { 'x-scope': 'read' }),
      403,
      refused('forbidden', -32_600),
    ],
    [
      'a fault of ours, keeping its message',
      get('metadata.get', { basePublicId: 'bug' }),
      500,
      { error: { message: 'Something went wrong on our side', data: { kind: 'internal' } } },
    ],
  ] as const)('refuses %s', async (_what, request, status, body) => {
    expect(await send(request)).toMatchObject({ status, body });
  });
});

describe('several calls in one request', () => {
  const both = 'metadata.get,history.list?batch=1';
  it('are answered in their order', async () => {
    const body = [answered('metadata.get'), answered('history.list')];
    expect(await send(get(both, { 0: one, 1: one }))).toEqual({ status: 200, body });
    expect(await send(get('metadata.get?batch=1', { 0: one }))).toEqual({ status: 200, body: [body[0]] });
  });

  it('are refused one by one; the first refusal is the status', async () => {
    expect(await send(get(both, { 0: one, 1: none }))).toMatchObject({
      status: 404,
      body: [answered('metadata.get'), refused('not-found', -32_603)],
    });
    const mixed = 'metadata.get,metadata.create,no.such,base.changes?batch=1';
    const inputs = { 0: one, 1: one, 2: one, 3: one };
    expect(await send(post(mixed, inputs, { 'x-scope': 'read' }))).toMatchObject({
      status: 403,
      body: [
        answered('metadata.get'),
        refused('forbidden', -32_603),
        refused('not-found', -32_004),
        refused('not-found', -32_004),
      ],
    });
    expect(await send(get('metadata.create,metadata.get?batch=1', inputs))).toMatchObject({
      body: [refused('invalid', -32_005), answered('metadata.get')],
    });
  });

  it.each([
    ['a list', get(both, [one, one])],
    ['a text', get(both, 'x')],
    ['nothing', { url: `/rpc/${both}` }],
    ['what is not JSON', { url: `/rpc/${both}&input={` }],
  ])('each need their input by their place, not %s', async (_what, request) => {
    const body = [refused('invalid', -32_600), refused('invalid', -32_600)];
    expect(await send(request)).toMatchObject({ status: 400, body });
  });

  it('are fifty at most, and answered as JSON alone', async () => {
    const names = Array.from({ length: 51 }, () => 'metadata.get').join(',');
    const tooMany = { url: `/rpc/${names}?batch=1&input={}` };
    expect(await send(tooMany)).toMatchObject({ status: 400, body: refused('invalid', -32_600) });
    const lines = get(both, { 0: one, 1: one }, { 'trpc-accept': 'application/jsonl' });
    expect(await send(lines)).toMatchObject({ status: 400, body: refused('invalid', -32_600) });
  });
});
