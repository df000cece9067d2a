import { expect, it } from 'vitest';
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
