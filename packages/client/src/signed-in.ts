import { AppError } from '@weft/std';
import type { Transport } from './transport.ts';

/** Whether a refusal means that the person's session is over. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'unauthenticated';

/** A transport that tells whenever a call or the feed finds the person signed out; the call fails all the same. */
export function watchSession(transport: Transport, onSignedOut: () => void): Transport {
  return {
    call: async (...call) => {
      try {
        return await transport.call(...call);
      } catch (error) {
        if (isSignedOut(error)) onSignedOut();
        throw error;
      }
    },
    follow: (basePublicId, sinceSeq, handlers) =>
      transport.follow(basePublicId, sinceSeq, {
        ...handlers,
        onRefused: (error) => (isSignedOut(error) ? onSignedOut() : handlers.onRefused(error)),
      }),
  };
}
