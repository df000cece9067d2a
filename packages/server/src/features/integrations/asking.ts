import { ServiceFault } from '@weft/integrations';
import { AppError } from '@weft/std';

/** What a person is told where a service did not do what it was asked. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof ServiceFault)) return error;
  const { message } = error;
  if (error.class === 'reconnect') return new AppError('conflict', message, undefined, { cause: error });
  // A service that asks to wait is answered for: nothing was done.
  return new AppError(error.class === 'permanent' ? 'conflict' : 'unavailable', message, undefined, {
    cause: error,
  });
}

/** Asks a service for a person who waits for its answer. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw asRefusal(error);
  }
}
