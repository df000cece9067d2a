import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { type BulkProgress, sendInChunks } from './bulk-edit.ts';

const items = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A server that takes steps by action id, once each. */
function server(missing: ReadonlySet<number> = new Set()) {
  const taken = new Map<string, readonly number[]>();
  let number = 0;
  let weather = () => 'fine';
  const stop = new AbortController();
  const told: BulkProgress[] = [];
  const run = (all: readonly number[]) =>
    sendInChunks(
      all,
      async (step, actionId) => {
        const now = weather();
        if (now === 'lost before') throw new AppError('unavailable', 'away');
        if (step.some((item) => missing.has(item))) throw new AppError('not-found', 'gone');
        if (!taken.has(actionId)) taken.set(actionId, step);
        if (now === 'lost after') throw new AppError('unavailable', 'away');
      },
      {
        newActionId: () => `act${number++}`,
        delay: async () => {},
        isMissing: ({ kind }) => kind === 'not-found',
      },
      { signal: stop.signal, onProgress: (progress) => told.push(progress) },
    );
  return {
    run,
    taken,
    told,
    stop,
    setWeather: (next: () => string) => {
      weather = next;
    },
  };
}

describe('work on more records than one step takes', () => {
  it('is sent a step at a time, and says how far it is', async () => {
    const { run, taken, told } = server();
    expect(await run(items(2_500))).toBe(2_500);
    expect([...taken.values()].map((step) => step.length)).toEqual([1_000, 1_000, 500]);
    expect(told).toEqual([0, 1_000, 2_000].map((done) => ({ phase: 'changing', done, total: 2_500 })));
  });

  it('does every record once, whatever the network loses', async () => {
    const { run, taken, setWeather } = server();
    let call = 0;
    setWeather(() => ['lost before', 'lost after', 'fine'][call++ % 3] ?? 'fine');
    expect(await run(items(3_200))).toBe(3_200);
    expect([...taken.values()].flat()).toEqual(items(3_200));
  });

  it('leaves out records deleted meanwhile, and only those', async () => {
    const gone = new Set([3, 999, 1_000, 1_700]);
    const { run, taken } = server(gone);
    expect(await run(items(2_000))).toBe(1_996);
    expect([...taken.values()].flat()).toEqual(items(2_000).filter((item) => !gone.has(item)));
  });

  it('ends after the present step when it is stopped', async () => {
    const { run, taken, stop, setWeather } = server();
    let call = 0;
    setWeather(() => {
      if (++call === 2) stop.abort();
      return 'fine';
    });
    expect(await run(items(10_000))).toBe(2_000);
    expect(taken.size).toBe(2);
  });

  it('stops where the server refuses for another reason', async () => {
    const { run, setWeather } = server();
    setWeather(() => {
      throw new AppError('forbidden', 'not yours');
    });
    await expect(run(items(10))).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
