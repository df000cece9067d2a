import type { After } from './after.ts';
import { isPassing, Retries } from './retries.ts';

/**
 * Reads something, again and again while what is in its way passes by itself and while it is wanted; then that is
 * thrown.
 */
export type Patiently = <T>(read: () => Promise<T>, wanted?: () => boolean) => Promise<T>;

/** `onAway` is told of a reading that has failed more than once (1), and when it has come to its end (-1). */
export const patientlyBy =
  (after: After, onAway: (change: 1 | -1) => void): Patiently =>
  async (read, wanted = () => true) => {
    const retries = new Retries();
    let tries = 0;
    try {
      for (;;) {
        try {
          return await read();
        } catch (error) {
          if (!isPassing(error) || !wanted()) throw error;
          if (++tries === 2) onAway(1);
          await new Promise<void>((resolve) => after(retries.next(error), resolve));
          if (!wanted()) throw error;
        }
      }
    } finally {
      if (tries > 1) onAway(-1);
    }
  };
