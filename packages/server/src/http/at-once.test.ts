import { expect, it } from 'vitest';
import { AtOnce, mostAtOnce } from './at-once.ts';

const { person, organization } = mostAtOnce.import;
const isLimit = (message: string) =>
  expect.objectContaining({ kind: 'rate-limit', message: expect.stringContaining(message) });

it('lets one person begin so much at once, and leaves others room', () => {
  const atOnce = new AtOnce();
  const ann = { userId: 'ann', organizationId: 'one' };
  const running = Array.from({ length: person }, () => atOnce.take('import', ann));
  expect(() => atOnce.take('import', ann)).toThrow(isLimit('5 of your imports are running'));
  expect(() => atOnce.take('import', { ...ann, organizationId: 'two' })).toThrow(isLimit('try again'));
  atOnce.take('export', ann);
  atOnce.take('import', { ...ann, userId: 'ben' });
  running[0]?.();
  running[0]?.();
  atOnce.take('import', ann);
  expect(() => atOnce.take('import', ann)).toThrow();
});

it('lets an organization begin so much at once, whoever of it begins it', () => {
  const atOnce = new AtOnce();
  const colleague = (number: number) => ({ userId: `person ${number}`, organizationId: 'one' });
  for (let i = 0; i < organization; i++) atOnce.take('import', colleague(i));
  expect(() => atOnce.take('import', colleague(99))).toThrow(isLimit('in this organization'));
  atOnce.take('import', { userId: 'other', organizationId: 'two' });
});
