import { httpTransport } from '@weft/client';
import { ServerClock } from './server-clock.ts';

/** The time as the server last told it. */
export const serverClock = new ServerClock(Date.now);

/** Calls back after milliseconds, or at once when the browser finds its network again; the answer cancels. */
export function whenTimeOrOnline(milliseconds: number, callback: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    removeEventListener('online', finish);
  };
  const finish = () => {
    cancel();
    callback();
  };
  const timer = setTimeout(finish, milliseconds);
  addEventListener('online', finish);
  return cancel;
}

type Fetch = typeof fetch;

const throughClock: Fetch = async (input, init) => {
  const response = await fetch(input, init);
  serverClock.hear(response.headers.get('date'));
  return response;
};

const transportBy = (fetch: Fetch) =>
  httpTransport('', {
    fetch,
    delay: (milliseconds, signal) =>
      new Promise((resolve) => {
        const cancel = whenTimeOrOnline(milliseconds, resolve);
        signal.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      }),
  });

/** The one way to the calls under /rpc; load it lazily from pages that must be small. */
export const rpc = transportBy(throughClock);

/** The same for one person: the server refuses the calls once somebody else has signed in in this browser. */
export const rpcAs = (userId: string) =>
  transportBy((input, init) =>
    throughClock(input, { ...init, headers: { ...init?.headers, 'x-signed-in-as': userId } }),
  );
