import { expect, it } from 'vitest';
import { offlineText, signedOutText, trashedText } from './save-text.ts';

const ann = { person: 'Ann Linde', stranger: null, waiting: 2, safe: true, edits: true };

it('says that one is signed out, what becomes of the changes, and what to do', () => {
  expect(signedOutText(ann)).toBe(
    'You’re signed out. 2 changes are kept on this device and sent once you sign in again.',
  );
  expect(signedOutText({ ...ann, waiting: 1, stranger: 'Ben Okafor' })).toBe(
    'This browser is signed in as Ben Okafor now, not as Ann Linde. 1 change is kept on this device and sent once Ann Linde signs in again.',
  );
});

it('promises no more than the browser keeps', () => {
  const waits = { waiting: 3, safe: false };
  for (const text of [
    signedOutText({ ...ann, ...waits }),
    trashedText(waits),
    offlineText({ ...waits, reached: true }),
  ])
    expect(text).toContain(
      '3 changes have no room in this browser’s storage: leave this page open. They are sent once',
    );
});

it('tells a server out of reach from a device without a network', () => {
  expect(offlineText({ waiting: 0, safe: true, reached: true })).toContain('The server can’t be reached.');
  expect(offlineText({ waiting: 0, safe: true, reached: false })).toContain('You’re offline.');
});
