import type { After } from './after.ts';
import type { Locks } from './browser-locks.ts';
import type { Transport } from './transport.ts';

export interface TurnsWorld {
  readonly locks: Locks;
  readonly after: After;
  /** Streams that may be open at a time in the whole browser. */
  readonly places: number;
}

/** Milliseconds a feed without a place waits before it takes another's. */
const patience = 2_000;

const placeOf = (number: number): string => `weft.stream.${number}`;

/**
 * Feeds of many bases through a few streams: a browser opens about six connections to a server that speaks HTTP/1.1,
 * and streams that hold them all would leave none for calls. Each stream holds one of the places; a feed that finds
 * none takes the place of another after a moment, which goes on later from the last event it saw. A hidden page's
 * timers are slow, so pages that are looked at come by a place sooner.
 */
export function inTurns(follow: Transport['follow'], world: TurnsWorld): Transport['follow'] {
  return (basePublicId, sinceSeq, handlers) => {
    let last = sinceSeq;
    let stopped = false;
    /** Ends what is under way: a turn, or the wait for one. */
    let end = () => {};
    let next = [...basePublicId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

    const turn = () =>
      new Promise<void>((resolve) => {
        const stop = follow(basePublicId, last, {
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
        const cancel = world.after(patience, resolve);
        end = () => {
          cancel();
          resolve();
        };
      });
    /** Whether there was a turn; it has ended when this answers. */
    const hold = async (place: number, how: 'free' | 'taken'): Promise<boolean> => {
      let had = false;
      const held = async (lock: unknown) => {
        if (lock === null || stopped) return;
        had = true;
        await turn();
      };
      const options = how === 'free' ? { ifAvailable: true } : { steal: true };
      // Rejected: another feed took the place.
      await world.locks.request(placeOf(place), options, held).catch(() => end());
      return had;
    };
    const holdFree = async (): Promise<boolean> => {
      for (let place = 0; place < world.places && !stopped; place++)
        if (await hold(place, 'free')) return true;
      return false;
    };
    const run = async () => {
      while (!stopped) {
        if (await holdFree()) continue;
        if (!stopped) await wait();
        if (stopped || (await holdFree())) continue;
        await hold(next++ % world.places, 'taken');
      }
    };
    void run();
    return () => {
      stopped = true;
      end();
    };
  };
}
