import { expect, it } from 'vitest';
import { throttledTouch } from './touched-bases.ts';

/** A clock, and what was said of which base when. */
function touching(fails = false) {
  const said: string[] = [];
  const remembered = new Map<string, number>();
  let now = 1_000;
  const say = async (baseId: string) => {
    said.push(`${baseId} at ${now}`);
    if (fails) throw new Error('The database is gone');
  };
  const touch = throttledTouch(say, () => now, remembered);
  const touchAt = (moment: number, baseId: string) => {
    now = moment;
    touch(baseId);
  };
  return { said, remembered, touchAt };
}

it('says of a base that it changed, at most twice a minute', () => {
  const { said, touchAt } = touching();
  for (const moment of [0, 1, 29_999, 30_000, 59_999, 60_000]) touchAt(moment, 'a');
  expect(said).toEqual(['a at 0', 'a at 30000', 'a at 60000']);
});

it('remembers only the bases of the last half minute, however many there were', () => {
  const { remembered, touchAt } = touching();
  for (let second = 0; second < 1_000; second++) touchAt(second * 1_000, `base ${second}`);
  touchAt(999_000, 'base 980');
  expect([...remembered.keys()]).toEqual(Array.from({ length: 30 }, (_, i) => `base ${970 + i}`));
});

it('says it again when it could not be written down', async () => {
  const { said, touchAt } = touching(true);
  touchAt(0, 'a');
  await Promise.resolve();
  await Promise.resolve();
  touchAt(1, 'a');
  expect(said).toEqual(['a at 0', 'a at 1']);
});
