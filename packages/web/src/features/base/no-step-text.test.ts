import { expect, it } from 'vitest';
import { noStepText } from './no-step-text.ts';

it('says why no step can be taken back without the server, which keeps the history', () => {
  expect(noStepText('undo', { kind: 'offline', waiting: 2 }, true)).toBe(
    'You’re offline. Undo works again once the connection is back.',
  );
  expect(noStepText('redo', { kind: 'saved' }, false)).toContain('You’re offline. Redo');
  expect(noStepText('undo', { kind: 'signed-out', waiting: 0 }, false)).toContain('once you sign in');
  expect(noStepText('undo', { kind: 'saving', waiting: 1 }, true)).toBeNull();
});
