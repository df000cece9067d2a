import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StreamEvent, sendEvents } from './event-stream.ts';

/** The parts of an answer a stream uses; what was written stands in `said`. */
class Answer extends EventEmitter {
  said = '';
  ended = false;
  writableLength = 0;
  readonly headers: { [name: string]: unknown } = {};

  setHeader(name: string, value: unknown): void {
    this.headers[name] = value;
  }
  writeHead(_status: number, headers: object): void {
    Object.assign(this.headers, headers);
  }
  write(text: string): void {
    this.said += text;
  }
  end(): void {
    this.ended = true;
  }
}

/** Events until the signal aborts, as those of a quiet base. */
async function* quiet(signal: AbortSignal): AsyncGenerator<StreamEvent> {
  yield { id: '7', json: '{"seq":7}' };
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

describe('a stream of events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = (alive: () => Promise<boolean>) => {
    const raw = new Answer();
    const controller = new AbortController();
    const reply = { raw, hijack: () => {}, getHeaders: () => ({ 'x-request-id': 'id1' }) };
    const done = sendEvents(
      reply as unknown as FastifyReply,
      quiet(controller.signal),
      controller,
      alive,
      String,
    );
    return { raw, controller, done };
  };

  it('says that it is there, its events with their ids, and every 15 seconds that it still is', async () => {
    const { raw, controller, done } = open(async () => true);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(raw.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-request-id': 'id1' });
    expect(raw.said).toBe('event: connected\ndata: {}\n\ndata: {"seq":7}\nid: 7\n\n');
    await vi.advanceTimersByTimeAsync(1);
    expect(raw.said).toMatch(/event: ping\ndata: \n\n$/);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(raw.said.match(/event: ping/g)).toHaveLength(4);
    controller.abort();
    await done;
    expect([raw.ended, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it('ends when the session is over', async () => {
    let signedIn = true;
    const { raw, done } = open(async () => signedIn);
    await vi.advanceTimersByTimeAsync(15_000);
    signedIn = false;
    await vi.advanceTimersByTimeAsync(15_000);
    await done;
    expect([raw.ended, raw.said.match(/event: ping/g)?.length]).toEqual([true, 1]);
  });

  it('ends when its reader goes', async () => {
    const { raw, done } = open(async () => true);
    await vi.advanceTimersByTimeAsync(0);
    raw.emit('error', new Error('The connection is gone'));
    await done;
    expect(vi.getTimerCount()).toBe(0);
  });
});
