import type { After } from '../transport/timers.ts';
import type { FeedEvent, Follow } from '../transport/transport.ts';
import type { Locks } from './leader-election.ts';

export interface StreamSlotsDeps {
  readonly locks: Locks;
  readonly after: After;
  /** Most streams open at a time in the whole browser. */
  readonly slots: number;
}

/** Milliseconds a feed waits for a free slot before it takes another's. */
const waitTime = 2_000;

const lockOf = (slot: number): string => `weft.stream.${slot}`;

/**
 * Limits the open streams of a browser: over HTTP/1.1 it opens about six connections to a server, and streams that hold
 * them all would leave none for calls. Each stream leases a slot (a lock). A feed that finds none free steals one after
 * a moment; the other resumes later from the last event it saw. Timers of hidden pages are slow, so visible pages get a
 * slot sooner.
 */
export function limitStreams<E extends FeedEvent>(follow: Follow<E>, deps: StreamSlotsDeps): Follow<E> {
  return (id, sinceSeq, handlers) => {
    let last = sinceSeq;
    let stopped = false;
    /** Ends the stream, or the wait for a slot. */
    let end = () => {};
    let nextVictim = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

    const stream = () =>
      new Promise<void>((resolve) => {
        const stop = follow(id, last, {
          ...handlers,
          onEvent: (event) => {
            last = event.seq;
            handlers.onEvent(event);
          },
        });
        end = () => {
          stop();
          resolve();
        };
      });
    const wait = () =>
      new Promise<void>((resolve) => {
        const cancel = deps.after(waitTime, resolve);
        end = () => {
          cancel();
          resolve();
        };
      });
    /** Streams while it holds the slot; false where it did not get it. */
    const lease = async (slot: number, how: 'free' | 'steal'): Promise<boolean> => {
      let leased = false;
      const held = async (lock: unknown) => {
        if (lock === null || stopped) return;
        leased = true;
        await stream();
      };
      const options = how === 'free' ? { ifAvailable: true } : { steal: true };
      // Rejected: another feed stole the slot.
      await deps.locks.request(lockOf(slot), options, held).catch(() => end());
      return leased;
    };
    const leaseFree = async (): Promise<boolean> => {
      for (let slot = 0; slot < deps.slots && !stopped; slot++) if (await lease(slot, 'free')) return true;
      return false;
    };
    const run = async () => {
      while (!stopped) {
        if (await leaseFree()) continue;
        if (!stopped) await wait();
        if (stopped || (await leaseFree())) continue;
        await lease(nextVictim++ % deps.slots, 'steal');
      }
    };
    void run();
    return () => {
      stopped = true;
      end();
    };
  };
}
