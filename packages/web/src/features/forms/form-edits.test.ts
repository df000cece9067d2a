import { applyAll, type Content, type Edit, idsIn } from '@weft/documents';
import { newForm, questionsOf } from '@weft/forms';
import { expect, it } from 'vitest';
import { addQuestion, deleteQuestion, duplicateQuestion, moveQuestion, setProp } from './form-edits.ts';

const [one, two, three, four] = ['one', 'two', 'three', 'four'] as const;
const made = (content: Content, ...edits: readonly Edit[]) => applyAll(content, edits);
let form = newForm('Guests');
for (const id of [one, two, three]) form = made(form, ...addQuestion(form, id, 'email', 99));

it('adds a question where it was dropped', () => {
  expect(idsIn(made(form, ...addQuestion(form, four, 'number', 1)), null)).toEqual([one, four, two, three]);
});

it('moves a question up and down, and not past the ends', () => {
  expect(idsIn(made(form, ...moveQuestion(form, three, 0)), null)).toEqual([three, one, two]);
  expect(idsIn(made(form, ...moveQuestion(form, one, 2)), null)).toEqual([two, three, one]);
  for (const [id, index] of [
    [one, -1],
    [three, 3],
    [two, 1],
  ] as const)
    expect(moveQuestion(form, id, index)).toEqual([]);
});

it('puts the copy of a question behind it, and takes one away', () => {
  const named = made(form, ...setProp(form, two, 'label', 'Email'));
  const copied = made(named, ...duplicateQuestion(named, two, four));
  expect(idsIn(copied, null)).toEqual([one, two, four, three]);
  expect(questionsOf(copied)[2]).toMatchObject({ label: 'Email', type: 'email' });
  expect(idsIn(made(copied, ...deleteQuestion(copied, two)), null)).toEqual([one, four, three]);
});

it('takes a description away that is cleared, and makes no edit of what is the same', () => {
  const helped = made(form, ...setProp(form, one, 'help', 'As on the badge'));
  expect(made(helped, ...setProp(helped, one, 'help', null))).toEqual(form);
  expect(setProp(form, null, 'title', 'Guests')).toEqual([]);
});
