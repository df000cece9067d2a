import { expect, it } from 'vitest';
import { movedText, notMovedText, skippedText, trashQuestion } from './move-text.ts';

const plans = { name: 'Plans' };
const two = [plans, { name: 'Budget' }];

it('says where things went, one by its name and several by their number', () => {
  expect(movedText([plans], 'trash')).toBe('Plans moved to trash');
  expect(movedText(two, 'restored')).toBe('2 items restored');
  expect(movedText([plans], { workspace: 'Wholesale' })).toBe('Plans moved to Wholesale workspace');
  expect(movedText(two, { workspace: null })).toBe('2 items moved to Home');
});

it('asks before one or several go to the trash', () => {
  expect(trashQuestion([plans])).toEqual({
    title: 'Move Plans to trash?',
    text: 'It can be restored from the trash for 30 days.',
  });
  expect(trashQuestion(two)).toEqual({
    title: 'Move 2 items to trash?',
    text: 'They can be restored from the trash for 30 days.',
  });
});

it('names or counts what was skipped', () => {
  expect(movedText([plans], { workspace: 'Team' }, [{ name: 'Budget' }])).toBe(
    'Plans moved to Team workspace. Budget could not be moved: you do not have write access.',
  );
  expect(skippedText([{ name: 'Budget' }, { name: null }])).toBe(
    '2 items could not be moved: you do not have write access.',
  );
  expect(skippedText([])).toBe('');
});

it('says what failed, why, and what to do', () => {
  expect(notMovedText(two, 'The server is busy.')).toBe(
    'Unable to move, delete or restore 2 items. The server is busy. Please try again or contact support.',
  );
});
