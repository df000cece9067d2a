import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { Outbox } from '../queue/outbox.ts';
import { errorOf, RetryAfterError } from './errors.ts';
import { httpTransport } from './http-transport.ts';

const refused = (status: number, body: unknown, headers: { readonly [name: string]: string } = {}) =>
  errorOf(status, JSON.stringify(body), new Headers(headers));

it('waits for a server that is asked too often, whose own word for it is that of what is too large', () => {
  const body = { error: { data: { kind: 'limit', message: 'Too many requests' } } };
  expect(refused(429, body).kind).toBe('rate-limit');
  expect(refused(413, body).kind).toBe('limit');
});

it('knows the end of a session also by a proxy that signs people in', () => {
  expect(refused(401, null).kind).toBe('unauthenticated');
});

it('takes the pause a server asks for, by its own clock', () => {
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
  const later = 'Sat, 21 Nov 2026 09:00:30 GMT';
  const waits = [
    refused(429, null, { 'retry-after': '7' }),
    refused(503, null, { 'retry-after': later, date }),
    refused(503, null, { 'retry-after': date, date: later }),
    refused(503, null, { 'retry-after': 'soon', date }),
    refused(409, null, { 'retry-after': '7' }),
  ].map((error) => (error instanceof RetryAfterError ? error.after : null));
  expect(waits).toEqual([7_000, 30_000, 0, null, null]);
});

/** A server whose streams stay open and say what a test lets them say; at first one follows a base. */
function streams() {
  const open: { readonly say: (text: string) => void; readonly signal: AbortSignal }[] = [];
  const timers: (() => void)[] = [];
  const online: boolean[] = [];
  const transport = httpTransport('', {
    fetch: async (_input, init) => {
      const signal = init?.signal ?? new AbortController().signal;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          open.push({ signal, say: (text) => controller.enqueue(new TextEncoder().encode(text)) });
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      return new Response(body);
    },
    delay: (_milliseconds, signal) =>
      new Promise((resolve) => {
        timers.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const stop = transport.follow('bas', 0, {
    onEvent: () => {},
    onOnline: (now) => online.push(now),
    onRefused: () => {},
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    open,
    online,
    stop,
    transport,
    settle,
    wait: async () => {
      for (const finish of timers.splice(0)) finish();
      await settle();
      await settle();
    },
  };
}

it('stays on a stream that says a word now and then, and leaves one that says none any more', async () => {
  const { open, online, stop, wait, settle } = streams();
  await settle();
  await wait();
  for (let i = 0; i < 3; i++) {
    open[0]?.say('event: ping\ndata: \n\n');
    await settle();
    await wait();
  }
  expect([open.length, online]).toEqual([1, [true]]);
  await wait();
  expect([open[0]?.signal.aborted, online]).toEqual([true, [true, false]]);
  await wait();
  expect([open.length, online]).toEqual([2, [true, false, true]]);
  stop();
  expect(open[1]?.signal.aborted).toBe(true);
});

it('takes the stream of an import for lost that says nothing any more', async () => {
  const { open, transport, stop, wait, settle } = streams();
  stop();
  const heard: unknown[] = [];
  const order = { importId: 'imp', basePublicId: 'bas', csvFileUrl: '', config: { tableName: '' } };
  const following = (async () => {
    const input = { ...order, fieldMappings: [] };
    for await (const event of transport.stream('import.csvImportStream', input, new AbortController().signal))
      heard.push(event);
  })();
  const lost = expect(following).rejects.toMatchObject({ kind: 'unavailable' });
  await settle();
  for (let i = 0; i < 3; i++) {
    open[1]?.say(i === 1 ? 'data: {"type":"phase"}\n\n' : 'event: ping\ndata: \n\n');
    await settle();
    await wait();
  }
  expect([heard, open[1]?.signal.aborted]).toEqual([[{ type: 'phase' }], false]);
  await wait();
  await wait();
  await lost;
});

it('takes a call for lost that is never answered, so that the queue sends it again', async () => {
  const timers: (() => void)[] = [];
  let answered = 0;
  const transport = httpTransport('', {
    fetch: (_input, init) =>
      new Promise((resolve, reject) => {
        answered++;
        // The second comes through.
        if (answered === 2) resolve(Response.json({ result: { data: {} } }));
        else init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
    delay: (_milliseconds, signal) =>
      new Promise((resolve) => {
        timers.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const queue = new Outbox(
    {
      after: (_milliseconds, callback) => {
        timers.push(callback);
        return () => {};
      },
      send: async () => void (await transport.call('tables.delete', { basePublicId: 'bas', tableId: 'tbl' })),
      keep: () => {},
    },
    { onState: () => {}, onFailed: () => {} },
  );
  queue.push({ id: 'act', type: 'DELETE_TABLE', input: { tableId: 'tbl' } });
  const wait = async () => {
    for (const finish of timers.splice(0)) finish();
    await new Promise((resolve) => setTimeout(resolve));
  };
  expect(queue.state).toEqual({ kind: 'saving', waiting: 1 });
  await wait();
  expect(queue.state).toEqual({ kind: 'offline', waiting: 1 });
  await wait();
  expect([queue.state, answered]).toEqual([{ kind: 'saved' }, 2]);
});

it('waits for the rest of an answer that has begun, but not for ever', async () => {
  const timers: (() => void)[] = [];
  const transport = httpTransport('', {
    fetch: async (_input, init) =>
      new Response(
        new ReadableStream({
          start: (body) => init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason)),
        }),
      ),
    delay: () => new Promise((resolve) => timers.push(resolve)),
  });
  let error: unknown = null;
  transport.call('metadata.get', { basePublicId: 'bas' }).catch((cause: unknown) => {
    error = cause;
  });
  const wait = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    for (const finish of timers.splice(0)) finish();
    await new Promise((resolve) => setTimeout(resolve));
  };
  await wait();
  expect(error).toBe(null);
  await wait();
  expect(error).toMatchObject({ kind: 'unavailable' });
});

it('tries again when the answer breaks off: a cut connection is no refusal', async () => {
  const transport = httpTransport('', {
    fetch: async () => new Response('{"result":{"da', { status: 200 }),
    delay: async () => {},
  });
  const error = await transport
    .call('metadata.get', { basePublicId: 'bas' })
    .catch((cause: unknown) => cause);
  expect(error instanceof AppError && error.kind).toBe('unavailable');
});
