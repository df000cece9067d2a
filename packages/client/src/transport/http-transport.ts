import { type CallOutput, readEvent, readResult } from '@weft/protocol';
import { AppError } from '@weft/std';
import { errorOf, networkError } from './errors.ts';
import { serverEvents } from './event-stream.ts';
import { type Delay, idleTimeout } from './timers.ts';
import type {
  DocumentTransport,
  FeedEvent,
  FeedHandlers,
  FlowTransport,
  PresentIn,
  StreamTransport,
  Transport,
} from './transport.ts';

/** What the browser lends the transport. */
export interface HttpDeps {
  readonly fetch: typeof fetch;
  readonly delay: Delay;
}

/** Calls without side effects, sent as GET; the definitions in protocol would pull their schemas into the page. */
const queries: ReadonlySet<string> = new Set([
  'metadata.get',
  'records.list',
  'records.window',
  'records.groups',
  'records.get',
  'history.list',
  'import.csvPreview',
]);

/** Idle timeout of a stream in milliseconds; the server sends a heartbeat every 15 s. */
const streamTimeout = 45_000;

/**
 * Idle timeout of a call in milliseconds: until the answer begins, and again until it is complete. A change that takes
 * the server longer goes on there; the retry with the same action id changes nothing.
 */
const callTimeout = 60_000;
/** Slowest upload that is waited for, in UTF-16 units per millisecond. */
const slowestUpload = 16;

/** Longest body sent with keepalive, in UTF-16 units of at most three bytes: browsers refuse more than 64 kB. */
const maxKeepalive = 20_000;

/** Longer queries are sent as POST: proxies limit the length of an address. */
const maxAddress = 4_000;

/** Subscriptions that tell of changes, numbered by `seq`. */
type FeedName = 'base.changes' | 'flows.changes' | 'forms.changes' | 'apps.changes';
/** What one tells of changes by; who is there is told between them. */
type FeedOf<K extends FeedName> = Extract<CallOutput<K>, FeedEvent>;

/** The transport over HTTP: JSON calls and one event stream, at `/rpc` of the same origin (contract, section 4). */
export function httpTransport(
  root: string,
  deps: HttpDeps,
): Transport & StreamTransport & FlowTransport & DocumentTransport {
  async function request(url: string, init: RequestInit): Promise<Response> {
    const response = await deps.fetch(url, init).catch((cause: unknown) => {
      throw networkError(cause);
    });
    if (!response.ok) throw errorOf(response.status, await response.text().catch(() => ''), response.headers);
    return response;
  }

  function followFeed<K extends FeedName>(
    name: K,
    what: object,
    sinceSeq: number,
    handlers: FeedHandlers<FeedOf<K>>,
  ): () => void {
    const stop = new AbortController();
    let last = sinceSeq;
    const listen = async () => {
      const { signal, touch, end } = idleTimeout(streamTimeout, deps.delay, stop.signal);
      try {
        const input = encodeURIComponent(JSON.stringify({ ...what, sinceSeq: last }));
        const response = await request(`${root}/rpc/${name}?input=${input}`, {
          signal,
          headers: { accept: 'text/event-stream' },
        });
        touch();
        handlers.onOnline(true);
        for await (const event of serverEvents(response, (text) => readEvent(name, text), touch)) {
          if ('present' in event) handlers.onPresent?.(event.present as readonly PresentIn<FeedOf<K>>[]);
          if (!('seq' in event) || typeof event.seq !== 'number' || event.seq <= last) continue;
          last = event.seq;
          // What has no seq is of no other kind.
          handlers.onEvent(event as FeedOf<K>);
        }
      } finally {
        end();
      }
    };
    const run = async () => {
      for (let attempts = 0; !stop.signal.aborted; attempts++) {
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
        if (last > from) attempts = 0;
        await deps.delay(Math.min(10_000, 250 * 2 ** Math.min(attempts, 6)), stop.signal);
      }
    };
    void run();
    return () => stop.abort();
  }

  return {
    async *stream(name, input, outer) {
      const { signal, touch, end } = idleTimeout(streamTimeout, deps.delay, outer);
      try {
        const response = await request(`${root}/rpc/${name}`, {
          signal,
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify(input),
        });
        touch();
        yield* serverEvents(response, (text) => readEvent(name, text), touch);
      } finally {
        end();
      }
    },

    async call(name, input, options = {}) {
      const text = JSON.stringify(input);
      const address = `${root}/rpc/${name}`;
      const query = `${address}?input=${encodeURIComponent(text)}`;
      const asGet = queries.has(name) && query.length <= maxAddress;
      const { signal, touch, end } = idleTimeout(
        callTimeout + text.length / slowestUpload,
        deps.delay,
        options.signal,
      );
      try {
        const response = await request(
          asGet ? query : address,
          asGet
            ? { signal }
            : {
                signal,
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: text,
                keepalive: options.keepalive === true && text.length < maxKeepalive,
              },
        );
        touch();
        // A truncated answer says nothing about the change: it is retried, never taken for a refusal.
        return await response
          .text()
          .then((answer) => readResult(name, answer))
          .catch((cause: unknown) => {
            throw networkError(cause);
          });
      } finally {
        end();
      }
    },

    follow: (basePublicId, sinceSeq, handlers) =>
      followFeed('base.changes', { basePublicId, present: true }, sinceSeq, handlers),
    followFlows: (organizationId, sinceSeq, handlers) =>
      followFeed('flows.changes', { organizationId }, sinceSeq, handlers),
    followDocument: (flowId, sinceSeq, handlers) =>
      followFeed('forms.changes', { flowId, present: true }, sinceSeq, handlers),
    followApp: (flowId, sinceSeq, handlers) =>
      followFeed('apps.changes', { flowId, present: true }, sinceSeq, handlers),
  };
}
