import { setTimeout } from 'node:timers/promises';
import type { RunScan } from '@weft/db';
import { AppError } from '@weft/std';
import type { ScanOwner, ScanSlots } from '../bases/reads/scan-slots.ts';

/** Milliseconds until a slot is asked for again. */
const retryAfter = 1_000;

/**
 * Scans of an import: one that got no slot asks again until the import ends. People who wait for a page are told to come
 * back later, but an import that gave up would lose the rows it has written.
 */
export function patientScans(
  scanSlots: Pick<ScanSlots, 'run'>,
  owner: ScanOwner,
  signal: AbortSignal,
  wait = retryAfter,
): RunScan {
  return async (work) => {
    for (;;) {
      let begun = false;
      try {
        return await scanSlots.run(owner, signal, (over) => {
          begun = true;
          return work(over);
        });
      } catch (error) {
        const busy = error instanceof AppError && ['rate-limit', 'unavailable'].includes(error.kind);
        if (begun || !busy || signal.aborted) throw error;
      }
      await setTimeout(wait, undefined, { signal });
    }
  };
}
