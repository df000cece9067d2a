import { AppError } from '@weft/std';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerError } from '../../../http/errors.ts';
import { type ScanLimits, type ScanOwner, ScanSlots, usualScanLimits } from './scan-slots.ts';

const limits: ScanLimits = { ...usualScanLimits, longestScan: 60_000 };
const ann = { userId: 'ann', organizationId: 'mill' };
const of = (userId: string, organizationId = 'mill'): ScanOwner => ({ userId, organizationId });
const stays = new AbortController().signal;
/** Lets everything that can go on do so. */
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Slots in which a read runs until it is told to end. */
function world(of: Partial<ScanLimits> = {}) {
  const slots = new ScanSlots({ ...limits, ...of });
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const read = (owner: ScanOwner, left = stays, name = owner.userId): Promise<unknown> =>
    slots
      .run(
        owner,
        left,
        (signal) =>
          new Promise<void>((resolve, reject) => {
            const stop = () => running.splice(running.indexOf(one), 1);
            const end = () => {
              stop();
              resolve();
            };
            const one = { name, end };
            running.push(one);
            signal.addEventListener('abort', () => {
              stop();
              reject(signal.reason);
            });
          }),
      )
      .catch((error: unknown) => error);
  return { slots, read, running, names: () => running.map(({ name }) => name) };
}

it('runs two reads of a person and four of an organization at once, and others as those end', async () => {
  const { read, running, names } = world();
  for (const owner of [ann, ann, ann, of('ben'), of('cleo'), of('dan')]) void read(owner);
  await settled();
  expect(names()).toEqual(['ann', 'ann', 'ben', 'cleo']);
  running[0]?.end();
  await settled();
  expect(names()).toEqual(['ann', 'ben', 'cleo', 'ann']);
  running[1]?.end();
  await settled();
  expect(names()).toEqual(['ann', 'cleo', 'ann', 'dan']);
});

it('lets the organization with the fewest reads go first', async () => {
  const { read, running, names } = world({ inAll: 3 });
  for (const owner of [of('a'), of('b'), of('c'), of('d'), of('e', 'forge')]) void read(owner);
  await settled();
  expect(names()).toEqual(['a', 'b', 'c']);
  running[0]?.end();
  await settled();
  expect(names()).toEqual(['b', 'c', 'e']);
});

it('says so when too many wait, when one waited too long, and when one took too long', async () => {
  const { read, slots } = world({ waitingPerPerson: 1, longestWait: 5_000, longestScan: 8_000 });
  const running = [read(ann), read(ann)];
  const waiting = read(ann);
  expect(await read(ann)).toMatchObject({ kind: 'rate-limit' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('5 s') });
  await vi.advanceTimersByTimeAsync(3_000);
  for (const one of await Promise.all(running))
    expect(one).toMatchObject({ kind: 'limit', message: expect.stringContaining('8 s') });
  expect([slots.running, slots.waiting]).toEqual([0, 0]);
});

it('answers refusals with 429, 503 and 413 and a sentence that says what to do', async () => {
  const { read } = world({ perPerson: 1, waitingPerPerson: 1, longestWait: 5_000, longestScan: 8_000 });
  const refused = [read(ann), read(ann), read(ann)];
  await vi.advanceTimersByTimeAsync(8_000);
  const answers = (await Promise.all(refused)).map((error) => answerError(error, 'req1'));
  expect(answers.map(({ status, answer, report }) => [status, answer.message, report])).toEqual([
    [
      413,
      'Looking through this table took longer than 8 s and was stopped, nothing was changed: narrow it by a filter, or ask for it later',
      false,
    ],
    [
      503,
      'This waited 5 s behind other searches and totals and was not begun: narrow it by a filter, or ask for it later',
      false,
    ],
    [429, 'You have 1 searches and totals waiting already: let them end first', false],
  ]);
});

it('ends a read whose reader has left, running or waiting, and gives its slot to the next', async () => {
  const { read, names } = world({ perPerson: 1 });
  const [one, two] = [new AbortController(), new AbortController()];
  const gone = new AppError('unavailable', 'left');
  const ended = [read(ann, one.signal, 'first'), read(ann, two.signal, 'second')];
  void read(ann, stays, 'third');
  two.abort(gone);
  one.abort(gone);
  expect(await Promise.all(ended)).toEqual([gone, gone]);
  await settled();
  expect(names()).toEqual(['third']);
});

it('ends all of them when the server stops', async () => {
  const { read, slots } = world({ perPerson: 1 });
  const ended = [read(ann), read(ann)];
  slots.close();
  for (const one of await Promise.all(ended)) expect(one).toMatchObject({ kind: 'unavailable' });
  expect(await read(ann)).toMatchObject({ kind: 'unavailable' });
});
