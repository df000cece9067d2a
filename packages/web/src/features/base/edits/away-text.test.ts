import { expect, it } from 'vitest';
import { awayText } from './away-text.ts';

it('says why no step can be taken back without the server, which keeps the history', () => {
  expect(awayText('Undo', { kind: 'offline', waiting: 2 }, true)).toBe(
    'You’re offline. Undo works again once the connection is back.',
  );
  expect(awayText('Redo', { kind: 'saved' }, false)).toContain('You’re offline. Redo');
  expect(awayText('Undo', { kind: 'signed-out', waiting: 0 }, false)).toContain('once you sign in');
  expect(awayText('Undo', { kind: 'trashed', waiting: 1 }, true)).toContain('once it is restored');
  expect(awayText('Undo', { kind: 'saving', waiting: 1 }, true)).toBeNull();
});
