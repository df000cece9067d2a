import { httpTransport } from '@weft/client';

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

/** The one way to the calls under /rpc; load it lazily from pages that must be small. */
export const rpc = httpTransport('', {
  fetch: (input, init) => fetch(input, init),
  delay: (milliseconds, signal) =>
    new Promise((resolve) => {
      const cancel = whenTimeOrOnline(milliseconds, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    }),
});
