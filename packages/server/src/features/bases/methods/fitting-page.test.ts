import { expect, it } from 'vitest';
import { fittingPage } from './fitting-page.ts';

const record = (id: string, text: string) => ({
  id,
  data: { fld: text, many: [text] },
  raw: { other: text },
  position: 1,
  createdAt: '',
  updatedAt: '',
});
/** A table of texts, and the sizes of the pages it was asked for. */
function table(...texts: readonly string[]) {
  const asked: number[] = [];
  const list = async (limit: number) => {
    asked.push(limit);
    const records = texts.slice(0, limit).map((text, place) => record(String(place), text));
    return { records, nextCursor: limit < texts.length ? `after ${limit}` : null, version: 1 };
  };
  return { asked, list };
}

it('gives a page as it is where its texts fit into one answer', async () => {
  const { asked, list } = table('aa', 'bb', 'cc');
  expect((await fittingPage(list, 5, 18)).records).toHaveLength(3);
  expect(asked).toEqual([5]);
});

it('ends a page before its texts are too much for one answer, and goes on from there', async () => {
  const { list } = table('aa', 'bb', 'cc', 'dd');
  expect(await fittingPage(list, 5, 17)).toMatchObject({
    records: [{ id: '0' }, { id: '1' }],
    nextCursor: 'after 2',
  });
});

it('gives one record at least, however large it is', async () => {
  const { list } = table('a long text', 'b');
  expect(await fittingPage(list, 5, 3)).toMatchObject({ records: [{ id: '0' }], nextCursor: 'after 1' });
});
