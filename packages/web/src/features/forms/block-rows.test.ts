import { applyAll, type Content, invertAll } from '@weft/documents';
import { firstPageId, newForm } from '@weft/forms';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeBlocks, removeBlocks, rowsIn, stepTarget, type Target } from './block-rows.ts';
import { addPage, addQuestion, deleteBlock } from './form-edits.ts';

const newId = () => 'none';
const ids = ['a', 'b', 'c', 'd', 'e'];
const otherPage = 'pag-2';
let form = newForm('Guests');
for (const id of ids) form = applyAll(form, addQuestion(form, firstPageId, id, 'email', 99, newId));
form = applyAll(form, addPage(form, otherPage, 'form'));

const rows = (content: Content) => rowsIn(content, firstPageId).map((row) => row.join(''));
const put = (content: Content, moved: string, target: Target): Content =>
  applyAll(content, placeBlocks(content, [...moved], target));

it('puts a block beside another, three in a row at most', () => {
  const pair = put(form, 'b', { kind: 'behind', id: 'a' });
  expect(rows(pair)).toEqual(['ab', 'c', 'd', 'e']);
  const three = put(pair, 'c', { kind: 'before', id: 'a' });
  expect(rows(three)).toEqual(['cab', 'd', 'e']);
  expect(rows(put(three, 'e', { kind: 'behind', id: 'a' }))).toEqual(['cab', 'e', 'd']);
});

it('keeps what stood beside a block that leaves in its own row', () => {
  const pair = put(form, 'c', { kind: 'behind', id: 'b' });
  expect(rows(put(pair, 'b', { kind: 'below', id: 'e' }))).toEqual(['a', 'c', 'd', 'e', 'b']);
  expect(rows(put(pair, 'b', { kind: 'last', pageId: otherPage }))).toEqual(['a', 'c', 'd', 'e']);
  expect(rows(applyAll(pair, removeBlocks(pair, ['b'], deleteBlock)))).toEqual(['a', 'c', 'd', 'e']);
});

it('moves several together, with the rows they stand in', () => {
  const pair = put(form, 'b', { kind: 'behind', id: 'a' });
  expect(rows(put(pair, 'abd', { kind: 'below', id: 'e' }))).toEqual(['c', 'e', 'ab', 'd']);
  expect(rowsIn(put(pair, 'ab', { kind: 'last', pageId: otherPage }), otherPage)).toEqual([['a', 'b']]);
});

it('steps by key: up and down past rows and out of one, left and right within and into one', () => {
  const step = (content: Content, moved: string, way: Parameters<typeof stepTarget>[2]) => {
    const target = stepTarget(content, [...moved], way);
    return target && rows(put(content, moved, target));
  };
  const pair = put(form, 'b', { kind: 'behind', id: 'a' });
  expect(step(form, 'b', 'right')).toEqual(['ab', 'c', 'd', 'e']);
  expect(step(form, 'b', 'left')).toEqual(['ba', 'c', 'd', 'e']);
  expect(step(form, 'a', 'left')).toBeNull();
  expect(step(pair, 'b', 'left')).toEqual(['ba', 'c', 'd', 'e']);
  expect(step(pair, 'b', 'right')).toBeNull();
  expect(step(pair, 'b', 'down')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(step(pair, 'c', 'up')).toEqual(['c', 'ab', 'd', 'e']);
  expect(step(pair, 'a', 'up')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(step(pair, 'e', 'down')).toBeNull();
});

const anyTarget = fc.record({
  kind: fc.constantFrom('above', 'below', 'before', 'behind'),
  id: fc.constantFrom(...ids),
}) as fc.Arbitrary<Target>;

it('loses and doubles nothing wherever anything is put, and undo takes it back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.subarray(ids, { minLength: 1 }), anyTarget), { maxLength: 12 }),
      (moves) => {
        let content = form;
        for (const [moved, target] of moves) {
          const edits = placeBlocks(content, moved, target);
          const after = applyAll(content, edits);
          expect(applyAll(after, invertAll(edits))).toEqual(content);
          content = after;
          const shown = rowsIn(content, firstPageId);
          expect(shown.flat().toSorted()).toEqual(ids);
          expect(Math.max(...shown.map((row) => row.length))).toBeLessThanOrEqual(3);
        }
      },
    ),
    { numRuns: 100 },
  );
});
