import { expect, it } from 'vitest';
import { DraftQueue } from './draft-queue.ts';

/** An engine that does one statement after the other, as the embedded one does; `done` names them in order. */
function engine() {
  const done: string[] = [];
  let last = Promise.resolve();
  const statement = (name: string) => {
    last = last.then(() => void done.push(name));
    return last;
  };
  const draft = (name: string) => async () => {
    await statement(name);
    await statement(name);
    return true;
  };
  return { done, statement, draft };
}
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

it('lets others write behind a few of 200 drafts of one form; who finds no place is told so', async () => {
  const { done, statement, draft } = engine();
  const queue = new DraftQueue<boolean>();
  const drafts = times(200).map((at) => queue.write('form', `sub${at}`, draft('draft')));
  await statement('of another');
  expect(done.indexOf('of another')).toBeLessThan(4);
  const kept = await Promise.all(drafts);
  expect(kept.filter((one) => one === true).length).toBe(52);
  expect(kept.filter((one) => one === null).length).toBe(148);
  expect(await queue.write('form', 'sub199', draft('again'))).toBe(true);
});

it('gives forms their turns one after the other, however many drafts one of them has', async () => {
  const { done, draft } = engine();
  const queue = new DraftQueue<boolean>();
  const large = times(50).map((at) => queue.write('large', `sub${at}`, draft('large')));
  const small = times(20).map((at) => queue.write(`form${at}`, 'sub', draft('small')));
  await Promise.all([...large, ...small]);
  // Of 20 small forms the last is behind a few of the large one, not behind 50.
  expect(done.lastIndexOf('small')).toBeLessThan(2 * (20 + 15));
});

it('writes drafts of one answer in their order, and of those that wait the newest alone', async () => {
  const { done, draft } = engine();
  const queue = new DraftQueue<boolean>();
  const kept = await Promise.all(times(5).map((at) => queue.write('form', 'sub', draft(`draft ${at}`))));
  expect(kept).toEqual([true, true, true, true, true]);
  expect(done).toEqual(['draft 0', 'draft 0', 'draft 4', 'draft 4']);
});

it('goes on after a draft that fails, and tells whoever sent it', async () => {
  const { draft } = engine();
  const queue = new DraftQueue<boolean>();
  const failed = queue.write('form', 'sub0', async () => Promise.reject(new Error('gone')));
  const kept = times(3).map((at) => queue.write('form', `sub${at + 1}`, draft('draft')));
  await expect(failed).rejects.toThrow('gone');
  expect(await Promise.all(kept)).toEqual([true, true, true]);
});
