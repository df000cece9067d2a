import { type LogEvent, readResult } from '@weft/protocol';
import { must } from '@weft/std';
import { networkError } from '../transport/errors.ts';
import type { FeedHandlers, Transport } from '../transport/transport.ts';
import type { MemoryServer } from './memory-server.ts';

/** One connection that carries the feed: what the server has sent and the browser has not yet read. */
interface Stream {
  last: number;
  open: boolean;
  sent: LogEvent[];
  readonly handlers: FeedHandlers;
}

/** A page that is there, or gone with all it waited for. */
export interface Page {
  alive: boolean;
}

/**
 * A network between browsers and a server in memory where everything waits until it is let through, in any order:
 * requests on their way, answers on their way back, and what streams carry. Connections break and come back.
 */
export class MemoryNetwork {
  readonly #server: MemoryServer;
  readonly #streams: Stream[] = [];
  /** What is on its way. */
  readonly #held: (() => void)[] = [];
  /** Whether the next change is lost, before it arrives or after. */
  weather: 'fine' | 'lost before' | 'lost after' = 'fine';

  constructor(server: MemoryServer) {
    this.#server = server;
  }

  get held(): number {
    return this.#held.length;
  }

  get streams(): number {
    return this.#streams.length;
  }

  transport(userId: string, page: Page): Transport {
    return {
      call: async (name, input) => {
        const body = structuredClone(input);
        const reads = name.startsWith('records.window') || name.startsWith('records.list');
        const weather = reads || name === 'metadata.get' ? 'fine' : this.weather;
        // Sent before the page went, it may still arrive.
        await this.#pass();
        if (weather === 'lost before') throw networkError('lost before');
        let answer = '';
        let refusal: unknown;
        try {
          answer = JSON.stringify({ result: { data: this.#server.answer(userId, name, body as never) } });
        } catch (error) {
          refusal = error;
        }
        await this.#pass();
        if (!page.alive) return new Promise<never>(() => {});
        if (weather === 'lost after') throw networkError('lost after');
        if (refusal !== undefined) throw refusal;
        return readResult(name, answer);
      },
      follow: (_base, sinceSeq, handlers) => {
        const stream: Stream = { last: sinceSeq, open: false, sent: [], handlers };
        this.#streams.push(stream);
        return () => {
          const place = this.#streams.indexOf(stream);
          if (place !== -1) this.#streams.splice(place, 1);
        };
      },
    };
  }

  /** Lets one thing through that is on its way, whichever comes first there. */
  pass(which: number): void {
    if (this.#held.length === 0) return;
    const [release] = this.#held.splice(which % this.#held.length, 1);
    must(release)();
  }

  /** A stream connects, or brings some of what the server has sent by now. */
  carry(which: number, count: number): void {
    const stream = this.#stream(which);
    if (!stream) return;
    if (!stream.open) {
      stream.open = true;
      stream.handlers.onOnline(true);
      return;
    }
    stream.sent.push(...this.#server.eventsAfter(stream.sent.at(-1)?.seq ?? stream.last));
    for (const event of stream.sent.splice(0, count)) {
      if (!this.#streams.includes(stream)) return;
      stream.last = event.seq;
      stream.handlers.onEvent(event);
    }
  }

  /** A stream breaks; what it carried is sent again when it is back. */
  cut(which: number): void {
    const stream = this.#stream(which);
    if (!stream?.open) return;
    stream.open = false;
    stream.sent = [];
    stream.handlers.onOnline(false);
  }

  #stream(which: number): Stream | undefined {
    return this.#streams[which % Math.max(1, this.#streams.length)];
  }

  #pass(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }
}
