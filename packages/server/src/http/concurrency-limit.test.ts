import type { RunningWork } from '@weft/db';
import { expect, it, vi } from 'vitest';
import { ConcurrencyLimit, concurrencyLimits } from './concurrency-limit.ts';

const { person, organization } = concurrencyLimits.import;
const isLimit = (message: string) =>
  expect.objectContaining({ kind: 'rate-limit', message: expect.stringContaining(message) });

it('lets one person begin so much at once, and leaves others room', () => {
  const concurrency = new ConcurrencyLimit();
  const ann = { userId: 'ann', organizationId: 'one' };
  const running = Array.from({ length: person }, () => concurrency.take('import', ann));
  expect(() => concurrency.take('import', ann)).toThrow(isLimit('5 of your imports are running'));
  expect(() => concurrency.take('import', { ...ann, organizationId: 'two' })).toThrow(isLimit('try again'));
  concurrency.take('export', ann);
  concurrency.take('import', { ...ann, userId: 'ben' });
  running[0]?.();
  running[0]?.();
  concurrency.take('import', ann);
  expect(() => concurrency.take('import', ann)).toThrow();
});

it('lets an organization begin so much at once, whoever of it begins it', () => {
  const concurrency = new ConcurrencyLimit();
  const colleague = (number: number) => ({ userId: `person ${number}`, organizationId: 'one' });
  for (let i = 0; i < organization; i++) concurrency.take('import', colleague(i));
  expect(() => concurrency.take('import', colleague(99))).toThrow(isLimit('in this organization'));
  concurrency.take('import', { userId: 'other', organizationId: 'two' });
});

it('counts nothing on where the answer to it was lost', async () => {
  const counted = new Set<string>();
  const work = {
    begin: async ({ id }: { id: string }) => {
      counted.add(id);
      throw new Error('the connection was closed');
    },
    end: async (id: string) => counted.delete(id),
  } as unknown as RunningWork;
  const concurrency = new ConcurrencyLimit(work);
  const take = () => concurrency.takeEverywhere('export', { userId: 'ann', organizationId: 'one' });
  for (let n = 0; n < 9; n++) await expect(take()).rejects.toThrow('the connection was closed');
  expect(counted.size).toBe(0);
});

it('looks once a second at whoever asks again and again', async () => {
  let reached: 'person' | null = 'person';
  const begin = vi.fn(async () => reached);
  const work = { begin, end: async () => {} } as unknown as RunningWork;
  const concurrency = new ConcurrencyLimit(work);
  const ann = { userId: 'ann', organizationId: 'one' };
  const take = (owner = ann) => concurrency.takeEverywhere('export', owner);
  await expect(take()).rejects.toEqual(isLimit('4 of your downloads are running'));
  reached = null;
  const later = Promise.allSettled(Array.from({ length: 9 }, () => take()));
  // A colleague is not held up, nor is other work.
  await take({ ...ann, userId: 'ben' });
  await concurrency.takeEverywhere('import', ann);
  expect(begin).toHaveBeenCalledTimes(3);
  const answers = await later;
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  // The others met the limit of this server: the database was not asked for them.
  expect(begin).toHaveBeenCalledTimes(7);
});
