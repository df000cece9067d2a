import { ServiceFault } from '@weft/integrations';
import { AppError } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import type { OwnDeps } from './deps.ts';

/** Milliseconds in which all of what one call asks of a service has to come: whoever answers slowly holds nobody else up. */
export const answeredIn = 60_000;

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

/** Does what asks services for a person: they, and their organization, have so much of that under way at once. */
export async function askingFor<T>(
  { concurrency }: Pick<OwnDeps, 'concurrency'>,
  caller: Pick<Caller, 'userId' | 'organizationId'>,
  ask: () => Promise<T>,
): Promise<T> {
  const done = concurrency.take('ask', caller);
  return ask().finally(done);
}
