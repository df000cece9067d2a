import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { threadProcessorTime } from './thread-time.ts';

/** Milliseconds the thread rests for each one it has worked: requests are answered in them. */
const share = 0.5;
/**
 * Milliseconds it rests besides for each one it had to wait for a processor: where several servers share one machine with
 * each other and with the database, their long work together leaves room for what is asked of any of them.
 */
const shareOfWaiting = 4;
/** The longest rest between two chunks: however busy the server is, it goes on. */
const longestRest = 500;

export interface Clock {
  /** How long the thread has worked and rested since it began, in milliseconds. */
  readonly utilization: () => Pick<EventLoopUtilization, 'active' | 'idle'>;
  /** How long it had a processor, in milliseconds. */
  readonly processor: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

const threadClock: Clock = {
  utilization: () => performance.eventLoopUtilization(),
  processor: threadProcessorTime,
  wait: (milliseconds) => setTimeout(milliseconds),
};

/**
 * Keeps the main thread free for a third of the time while files are written, taken in or imported: all that share it
 * together begin their next chunk once the thread has rested for as long as it should.
 */
export class EventLoopThrottle {
  readonly #clock: Clock;
  #before;
  #processorBefore: number;
  /** Milliseconds of rest that are due: those waited for count as rest at the next turn. */
  #owed = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(clock: Clock = threadClock) {
    this.#clock = clock;
    this.#before = clock.utilization();
    this.#processorBefore = clock.processor();
  }

  /** The chunks, each once there is time for it. */
  async *chunks<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const chunk of chunks) {
      yield chunk;
      await this.turn();
    }
  }

  /** Resolves when the next piece of long work may begin. */
  async turn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#rest());
    await this.#turn;
  }

  async #rest(): Promise<void> {
    const now = this.#clock.utilization();
    const worked = now.active - this.#before.active;
    const rested = now.idle - this.#before.idle;
    this.#before = now;
    const processor = this.#clock.processor();
    const waited = Math.max(0, worked - (processor - this.#processorBefore));
    this.#processorBefore = processor;
    const due = worked * share + waited * shareOfWaiting;
    this.#owed = Math.min(longestRest, Math.max(0, this.#owed + due - rested));
    if (this.#owed >= 1) await this.#clock.wait(this.#owed);
  }
}
