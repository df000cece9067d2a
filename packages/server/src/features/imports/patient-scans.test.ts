import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';
import { patientScans } from './patient-scans.ts';

const owner = { userId: 'ann', organizationId: 'mill' };
const busy = new AppError('unavailable', 'This waited 30 s');

/** Slots that are all taken so many times. */
function slotsBusy(times: number): Pick<ScanSlots, 'run'> {
  let left = times;
  return { run: (_owner, signal, work) => (left-- > 0 ? Promise.reject(busy) : work(signal)) };
}

it('waits for its turn again where all slots were taken', async () => {
  const signal = new AbortController().signal;
  expect(await patientScans(slotsBusy(3), owner, signal, 1)(async () => 'found')).toBe('found');
});

it('fails with what the read itself fails with, which is not tried again', async () => {
  let reads = 0;
  const failing = patientScans(
    slotsBusy(0),
    owner,
    new AbortController().signal,
    1,
  )(() => {
    reads++;
    return Promise.reject(busy);
  });
  await expect(failing).rejects.toBe(busy);
  expect(reads).toBe(1);
});

it('stops waiting when the import ends', async () => {
  const end = new AbortController();
  const waiting = patientScans(
    slotsBusy(Number.POSITIVE_INFINITY),
    owner,
    end.signal,
    1,
  )(async () => 'found');
  end.abort();
  await expect(waiting).rejects.toThrow();
});
