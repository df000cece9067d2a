import { httpTransport } from '@weft/client';

/** The one way to the calls under /rpc; load it lazily from pages that must be small. */
export const rpc = httpTransport('', {
  fetch: (input, init) => fetch(input, init),
  delay: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
});
