import { expect, it } from 'vitest';
import { formSettingsOf, settingsFault, whyClosed } from './form-settings.ts';

const at = (text: string) => `2026-03-01T${text}.000Z`;
const [open, close] = ['2026-03-01T10:00:00.000Z', '2026-03-01T12:00:00.000Z'];

it.each([
  ['nothing is set', {}, 7, '09:00:00', null],
  ['closed by hand', { disabledForm: true }, 0, '11:00:00', 'closed'],
  ['a moment before it opens', { openDate: open }, 0, '09:59:59', 'early'],
  ['as it opens', { openDate: open, expirationDate: close }, 0, '10:00:00', null],
  ['as it expires', { expirationDate: close }, 0, '12:00:00', 'expired'],
  ['one answer is left', { maxSubmissions: 3 }, 2, '11:00:00', null],
  ['the last answer was taken', { maxSubmissions: 3 }, 3, '11:00:00', 'full'],
] as const)('S1: %s', (_when, settings, submissions, now, reason) => {
  expect(whyClosed(formSettingsOf(settings), submissions, at(now))?.reason ?? null).toBe(reason);
});

it('S2: refuses to close before it opens', () => {
  expect(settingsFault(formSettingsOf({ openDate: close, expirationDate: open }))).toContain(
    'before it opens',
  );
  expect(settingsFault(formSettingsOf({ openDate: open, expirationDate: close }))).toBeNull();
});

it('S8: says why it is closed in its maker’s words, where there are any', () => {
  const closed = { ...formSettingsOf({}), disabledForm: true };
  expect(whyClosed(closed, 0, '')?.message).toBe('Whoever made it takes no answers now.');
  expect(whyClosed({ ...closed, closedMessage: ' Back in May. ' }, 0, '')?.message).toBe('Back in May.');
});
