import type { LogEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { errorOf, offline, type StreamTransport, type Transport } from './transport.ts';

/** What the transport needs of its surroundings; the browser hands in its own. */
export interface HttpWorld {
  readonly fetch: typeof fetch;
  /** Epoch-free delay in milliseconds. */
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const queries: ReadonlySet<string> = new Set([
  'metadata.get',
  'records.list',
  'records.window',
  'records.get',
  'history.list',
  'import.csvPreview',
]);

/** Milliseconds without a word on a stream, on which the server says one every 15 s: the connection is dead. */
const deadAfter = 45_000;

/** UTF-16 units: at most three bytes each. */
const mostKeptAlive = 20_000;

/** Longer inputs travel as POST: proxies cut long addresses. */
const longestAddress = 4_000;

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** One server-sent event. */
interface Message {
  readonly event: string;
  readonly data: string;
}

/** Cuts a byte stream into server-sent events (HTML standard, section 9.2.6). */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const part = (name: string) =>
        lines.flatMap((line) =>
          line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [],
        );
      yield { event: part('event')[0] ?? 'message', data: part('data').join('\n') };
    }
  }
}

/** The transport over HTTP: JSON calls and one event stream, at `/rpc` of the same origin (contract, section 4). */
export function httpTransport(root: string, world: HttpWorld): Transport & StreamTransport {
  async function request(url: string, init: RequestInit): Promise<Response> {
    const response = await world.fetch(url, init).catch((cause: unknown) => {
      throw offline(cause);
    });
    if (!response.ok) throw errorOf(response.status, await bodyOf(response), response.headers);
    return response;
  }

  /** The JSON events of an open stream; the error the server ends it with is thrown. */
  async function* events(response: Response, onWord = () => {}): AsyncGenerator<unknown> {
    if (response.body === null) throw offline('no body');
    try {
      for await (const { event, data } of messages(response.body)) {
        onWord();
        if (event === 'serialized-error') throw errorOf(500, { error: JSON.parse(data) });
        if (event === 'message' && data !== '') yield JSON.parse(data);
      }
    } catch (error) {
      throw error instanceof AppError ? error : offline(error);
    }
  }

  return {
    async *stream(name, input, signal) {
      const response = await request(`${root}/rpc/${name}`, {
        signal,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify(input),
      });
      for await (const event of events(response)) yield event as never;
    },

    async call(name, input, options = {}) {
      const text = JSON.stringify(input);
      const address = `${root}/rpc/${name}`;
      const query = `${address}?input=${encodeURIComponent(text)}`;
      const asked = queries.has(name) && query.length <= longestAddress;
      const signal = options.signal === undefined ? {} : { signal: options.signal };
      const response = await request(
        asked ? query : address,
        asked
          ? signal
          : {
              ...signal,
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: text,
              // Browsers refuse more than 64 kB that outlives its page.
              keepalive: options.keepalive === true && text.length < mostKeptAlive,
            },
      );
      // An answer that breaks off says nothing of the change: it is tried again, never taken for a refusal.
      const body = (await response.json().catch((cause: unknown) => {
        throw offline(cause);
      })) as { result?: { data?: unknown } } | null;
      if (body?.result === undefined) throw errorOf(response.status, body);
      return body.result.data as never;
    },

    follow(basePublicId, sinceSeq, handlers) {
      const stop = new AbortController();
      let last = sinceSeq;
      /** Ends a connection on which nothing comes any more: a laptop that slept, a network that changed. */
      const watch = async (heard: () => boolean, attempt: AbortController) => {
        do await world.delay(deadAfter, attempt.signal);
        while (!attempt.signal.aborted && heard());
        attempt.abort();
      };
      const once = async () => {
        const attempt = new AbortController();
        const end = () => attempt.abort();
        stop.signal.addEventListener('abort', end);
        let word = true;
        const heard = () => {
          const before = word;
          word = false;
          return before;
        };
        void watch(heard, attempt);
        try {
          await listen(attempt.signal, () => {
            word = true;
          });
        } finally {
          stop.signal.removeEventListener('abort', end);
          end();
        }
      };
      const listen = async (signal: AbortSignal, onWord: () => void) => {
        const input = encodeURIComponent(JSON.stringify({ basePublicId, sinceSeq: last }));
        const response = await request(`${root}/rpc/base.changes?input=${input}`, {
          signal,
          headers: { accept: 'text/event-stream' },
        });
        onWord();
        handlers.onOnline(true);
        for await (const event of events(response, onWord)) {
          const entry = event as LogEvent;
          if (typeof entry.seq !== 'number' || entry.seq <= last) continue;
          last = entry.seq;
          handlers.onEvent(entry);
        }
      };
      const run = async () => {
        for (let tries = 0; !stop.signal.aborted; tries++) {
          const from = last;
          try {
            await once();
          } catch (error) {
            if (stop.signal.aborted) return;
            const final =
              error instanceof AppError && ['unauthenticated', 'forbidden', 'not-found'].includes(error.kind);
            if (final) return handlers.onRefused(error);
          }
          if (stop.signal.aborted) return;
          handlers.onOnline(false);
          if (last > from) tries = 0;
          await world.delay(Math.min(10_000, 250 * 2 ** Math.min(tries, 6)), stop.signal);
        }
      };
      void run();
      return () => stop.abort();
    },
  };
}
