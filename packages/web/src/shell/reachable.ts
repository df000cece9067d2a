import { AppError } from '@weft/std';
import { whyNotFetched } from './app-version.ts';

/** Fetches a page; without a connection it fails with that, instead of with what makes the router load everything anew. */
export async function reachable<Page>(load: () => Promise<Page>): Promise<Page> {
  try {
    return await load();
  } catch (cause) {
    if ((await whyNotFetched()) !== 'away') throw cause;
    throw new AppError(
      'unavailable',
      'The server is out of reach. What you have changed is kept on this device; try again once the connection is back.',
      undefined,
      { cause },
    );
  }
}
