import { ServiceFault } from './service-http.ts';

/**
 * Work that follows on something a repetition would do twice: whatever fails in it, the first step stands, so the whole is
 * not done again by itself.
 */
export async function after<T>(done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfService = error instanceof ServiceFault;
    const why = isOfService ? error.message : 'a file of the answer could not be read';
    throw new ServiceFault('unknown', `${done}, but not all of it: ${why}`, {
      cause: error,
      status: isOfService ? error.status : null,
    });
  }
}

/** What work on something comes to that somebody may have removed there; null: it is gone. */
export async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceFault && error.status === 404) return null;
    throw error;
  }
}
