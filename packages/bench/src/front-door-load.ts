// A thread of the bench that floods a server; what it costs must not slow the clock of those measured.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export type Load = 'nothing' | 'two strangers post' | 'strangers post' | 'random tokens' | 'open streams';

export interface LoadOrder {
  readonly load: Load;
  readonly url: string;
  /** Of the session that opens streams. */
  readonly headers: { readonly [name: string]: string };
  readonly basePublicId: string;
  readonly milliseconds: number;
}

const megabyte = 1024 * 1024;

/** JSON whose every value is looked at by whoever reads it to its end. */
const largeJson = (): Buffer => {
  const item = '{"a":"__proto__ in a value","b":[1,2,3,4,5,6,7,8,9,10]},';
  const items = item.repeat(Math.floor((32 * megabyte - 10) / item.length)).slice(0, -1);
  return Buffer.from(`[${items}]`);
};

const { load, url, headers, basePublicId, milliseconds } = workerData as LoadOrder;
const { hostname, port } = new URL(url);
const end = performance.now() + milliseconds;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: { readonly [name: string]: string | number };
  readonly body?: Buffer;
  readonly agent?: Agent;
}

/** One request; what the server makes of it does not matter here, nor that it hangs up. */
function send({ body, ...options }: Sent): Promise<void> {
  return new Promise((resolve) => {
    const sent = request({ hostname, port, ...options }, (response) => {
      response
        .on('close', resolve)
        .on('error', () => {})
        .resume();
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

/** So many senders, each one request after another until the time is over; every one sends at least once. */
const sendFrom = (senders: number, next: (number: number) => Sent): Promise<unknown> =>
  Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      do await send(next(sender));
      while (performance.now() < end);
    }),
  );

const post = (body: Buffer): Sent => ({
  method: 'POST',
  path: '/rpc/records.update',
  headers: { 'content-type': 'application/json', 'content-length': body.length },
  body,
});

const loads: { readonly [L in Load]: () => Promise<unknown> } = {
  nothing: () => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  'two strangers post': () => {
    const body = largeJson();
    return sendFrom(2, () => post(body));
  },
  'strangers post': () => {
    const body = largeJson();
    return sendFrom(24, () => post(body));
  },
  'random tokens': () => {
    let sent = 0;
    const authorization = () => `Bearer weft_${Math.random().toString(36).slice(2)}${++sent}`;
    return sendFrom(100, () => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: authorization() },
      agent,
    }));
  },
  'open streams': async () => {
    const input = encodeURIComponent(JSON.stringify({ basePublicId, sinceSeq: 0 }));
    const open = Array.from({ length: 4_000 }, () => {
      const sent = request({ hostname, port, path: `/rpc/base.changes?input=${input}`, headers });
      sent.on('response', (response) => response.on('error', () => {}).resume());
      sent.on('error', () => {}).end();
      return sent;
    });
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    for (const sent of open) sent.destroy();
  },
};

// Every load begins when whoever is measured has begun.
if (parentPort !== null) {
  parentPort.postMessage('ready');
  await once(parentPort, 'message');
  await loads[load]();
  agent.destroy();
  parentPort.postMessage('over');
  parentPort.close();
}
