import { applyAll, type Content, type Edit, idsIn } from '@weft/documents';
import { firstPageId, newForm, questionsOf } from '@weft/forms';
import { expect, it } from 'vitest';
import { setProp } from '../../editor/set-prop.ts';
import { addChoices, addQuestion, deleteBlock, deleteSamples, moveBlock } from './form-edits.ts';

const [one, two, three, four] = ['one', 'two', 'three', 'four'] as const;
const made = (content: Content, ...edits: readonly Edit[]) => applyAll(content, edits);
let count = 0;
const newId = (kind: string): string => `${kind}${count++}`;
let form = newForm('Guests');
for (const id of [one, two, three])
  form = made(form, ...addQuestion(form, firstPageId, id, 'email', 99, newId));

it('adds a question where it was dropped', () => {
  expect(idsIn(made(form, ...addQuestion(form, firstPageId, four, 'number', 1, newId)), firstPageId)).toEqual(
    [one, four, two, three],
  );
});

it('moves a question up and down, and not past the ends', () => {
  expect(idsIn(made(form, ...moveBlock(form, three, 0)), firstPageId)).toEqual([three, one, two]);
  expect(idsIn(made(form, ...moveBlock(form, one, 2)), firstPageId)).toEqual([two, three, one]);
  for (const [id, index] of [
    [one, -1],
    [three, 3],
    [two, 1],
  ] as const)
    expect(moveBlock(form, id, index)).toEqual([]);
});

it('takes a description away that is cleared, and makes no edit of what is the same', () => {
  const helped = made(form, ...setProp(form, one, 'help', 'As on the badge'));
  expect(made(helped, ...setProp(helped, one, 'help', null))).toEqual(form);
  expect(setProp(form, null, 'title', 'Guests')).toEqual([]);
});

it('gives a new question choices, and takes all of them away with it', () => {
  const asked = made(form, ...addQuestion(form, firstPageId, four, 'single_choice', 0, newId));
  const more = made(asked, ...addChoices(asked, four, ['Third', 'Fourth'], newId));
  const labels = ['First choice', 'Second choice', 'Third', 'Fourth'];
  expect(questionsOf(more)[0]?.choices.map(({ label }) => label)).toEqual(labels);
  expect(made(more, ...deleteBlock(more, four))).toEqual(form);
});

it('puts a pasted list in the place of the first choices, unless somebody changed them', () => {
  const asked = made(form, ...addQuestion(form, firstPageId, four, 'single_choice', 0, newId));
  const samples = ['First choice', 'Second choice'];
  const paste = (content: Content) => {
    const items = questionsOf(content)[0]?.choices ?? [];
    const edits = deleteSamples(content, items, samples);
    return questionsOf(made(content, ...edits, ...addChoices(content, four, ['Rome', 'Oslo'], newId)))[0]
      ?.choices;
  };
  expect(paste(asked)?.map(({ label }) => label)).toEqual(['Rome', 'Oslo']);
  const [first] = questionsOf(asked)[0]?.choices ?? [];
  const named = made(asked, ...setProp(asked, first?.id ?? '', 'label', 'Paris'));
  expect(paste(named)?.map(({ label }) => label)).toEqual(['Paris', 'Second choice', 'Rome', 'Oslo']);
});
