import { expect, it } from 'vitest';
import { disabledText, movedText, notDisabledText, notMovedText, trashQuestion } from './move-text.ts';

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

const locked = { name: 'Budget', reason: 'This form is locked: its owner or an admin can unlock it' };
const unseen = { name: null, reason: 'Item not found' };

it('names what was skipped with its reason, or counts it', () => {
  const reason = 'You do not have write access to this item. Ask an admin to grant you permission.';
  expect(movedText([plans], { workspace: 'Team' }, [{ name: 'Budget', reason }])).toBe(
    'Plans moved to Team workspace. Budget could not be moved. You do not have write access to this item. Ask an admin to grant you permission.',
  );
  expect(movedText([plans], 'trash', [locked, unseen])).toBe(
    'Plans moved to trash. 2 items could not be moved: they are locked, or you do not have write access.',
  );
  expect(movedText([plans], 'restored', [unseen])).toBe(
    'Plans restored. 1 item could not be restored. Item not found.',
  );
});

it('says how many were closed or opened, and what was skipped', () => {
  expect(disabledText(2, true)).toBe('Closed 2 items');
  expect(disabledText(1, false, [locked])).toBe(
    'Opened 1 item. Budget could not be opened. This form is locked: its owner or an admin can unlock it.',
  );
  expect(notDisabledText(3, true)).toBe('Unable to close 3 items');
});

it('says what failed, why, and what to do, once', () => {
  expect(notMovedText(two, 'The server is busy.', false)).toBe(
    'Unable to move, delete or restore 2 items. The server is busy. Please try again or contact support.',
  );
  const refusal = 'You do not have write access to this item. Ask an admin to grant you permission.';
  expect(notMovedText([plans], refusal, true)).toBe(`Unable to move, delete or restore Plans. ${refusal}`);
});
