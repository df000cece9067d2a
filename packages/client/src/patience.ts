import type { AppError } from '@weft/std';
import type { After } from './after.ts';
import { isPassing, Retries } from './retries.ts';

/**
 * Reads something, again and again while what is in its way passes by itself and while it is wanted; then that is
 * thrown.
 */
export type Patiently = <T>(read: () => Promise<T>, wanted?: () => boolean) => Promise<T>;

/** `onLong` is told once of what is in the way of a reading for longer than a moment. */
export const patientlyBy =
  (after: After, onLong: (error: AppError) => void): Patiently =>
  async (read, wanted = () => true) => {
    const retries = new Retries();
    for (let tries = 1; ; tries++) {
      try {
        return await read();
      } catch (error) {
        if (!isPassing(error) || !wanted()) throw error;
        if (tries === 2) onLong(error);
        await new Promise<void>((resolve) => after(retries.next(error), resolve));
        if (!wanted()) throw error;
      }
    }
  };
