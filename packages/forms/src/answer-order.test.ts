import { expect, it } from 'vitest';
import { answerIdsOf } from './answer-ids.ts';
import { answerColumns } from './answer-order.ts';
import { firstPageId, newForm, questionProps } from './form-document.ts';

const flowId = 'flw000000000000000000000';
const id = (name: string) => `fld${name.padStart(21, '0')}`;

it('answers stand as the form asks, columns people added behind that and removed questions last', () => {
  const form = newForm('Guests');
  const question = (order: string) => ({ parent: firstPageId, order, props: questionProps('short_text') });
  const content = { ...form, blocks: { ...form.blocks, [id('b')]: question('V'), [id('a')]: question('W') } };
  const { submittedId, scoreId, tagsId } = answerIdsOf(flowId);
  const columns = answerColumns(flowId, content, ['a', 'b', 'gone'].map(id));
  const made = [submittedId, id('gone'), id('a'), tagsId, id('mine'), id('b'), scoreId];
  const ordered = columns.inOrder(made.map((each) => ({ id: each }))).map((field) => field.id);
  expect(ordered).toEqual([submittedId, scoreId, id('b'), id('a'), tagsId, id('mine'), id('gone')]);
  expect(made.filter(columns.isRemoved)).toEqual([id('gone')]);
});
