import type { LogEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import { serverEvents } from './server-events.ts';
import { type Delay, watchSilence } from './silence.ts';
import { errorOf, offline, type StreamTransport, type Transport } from './transport.ts';

/** What the transport needs of its surroundings; the browser hands in its own. */
export interface HttpWorld {
  readonly fetch: typeof fetch;
  readonly delay: Delay;
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

/**
 * Milliseconds until the answer to a call begins, and again until it is whole: then the connection is dead. A change that
 * takes the server longer goes on there, and is found done when it is sent again.
 */
const answerWithin = 60_000;
/** UTF-16 units a millisecond that go up on the slowest line worth waiting for. */
const slowest = 16;

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

/** The transport over HTTP: JSON calls and one event stream, at `/rpc` of the same origin (contract, section 4). */
export function httpTransport(root: string, world: HttpWorld): Transport & StreamTransport {
  async function request(url: string, init: RequestInit): Promise<Response> {
    const response = await world.fetch(url, init).catch((cause: unknown) => {
      throw offline(cause);
    });
    if (!response.ok) throw errorOf(response.status, await bodyOf(response), response.headers);
    return response;
  }

  return {
    async *stream(name, input, outer) {
      const { signal, heard, end } = watchSilence(deadAfter, world.delay, outer);
      try {
        const response = await request(`${root}/rpc/${name}`, {
          signal,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify(input),
        });
        heard();
        for await (const event of serverEvents(response, heard)) yield event as never;
      } finally {
        end();
      }
    },

    async call(name, input, options = {}) {
      const text = JSON.stringify(input);
      const address = `${root}/rpc/${name}`;
      const query = `${address}?input=${encodeURIComponent(text)}`;
      const asked = queries.has(name) && query.length <= longestAddress;
      const { signal, heard, end } = watchSilence(
        answerWithin + text.length / slowest,
        world.delay,
        options.signal,
      );
      try {
        const response = await request(
          asked ? query : address,
          asked
            ? { signal }
            : {
                signal,
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: text,
                // Browsers refuse more than 64 kB that outlives its page.
                keepalive: options.keepalive === true && text.length < mostKeptAlive,
              },
        );
        heard();
        // An answer that breaks off says nothing of the change: it is tried again, never taken for a refusal.
        const body = (await response.json().catch((cause: unknown) => {
          throw offline(cause);
        })) as { result?: { data?: unknown } } | null;
        if (body?.result === undefined) throw errorOf(response.status, body);
        return body.result.data as never;
      } finally {
        end();
      }
    },

    follow(basePublicId, sinceSeq, handlers) {
      const stop = new AbortController();
      let last = sinceSeq;
      const listen = async () => {
        const { signal, heard, end } = watchSilence(deadAfter, world.delay, stop.signal);
        try {
          const input = encodeURIComponent(JSON.stringify({ basePublicId, sinceSeq: last }));
          const response = await request(`${root}/rpc/base.changes?input=${input}`, {
            signal,
            headers: { accept: 'text/event-stream' },
          });
          heard();
          handlers.onOnline(true);
          for await (const event of serverEvents(response, heard)) {
            const entry = event as LogEvent;
            if (typeof entry.seq !== 'number' || entry.seq <= last) continue;
            last = entry.seq;
            handlers.onEvent(entry);
          }
        } finally {
          end();
        }
      };
      const run = async () => {
        for (let tries = 0; !stop.signal.aborted; tries++) {
          const from = last;
          try {
            await listen();
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
