import { expect, it } from 'vitest';
import { bulkDoneText, progressText } from './bulk-text.ts';

it('says how far a long run is', () => {
  expect(progressText('delete', { phase: 'reading', done: 5_000, total: 250_000 }, 'en')).toBe(
    'Reading 5,000 of 250,000 records…',
  );
  expect(progressText('clear', { phase: 'changing', done: 0, total: 6_000 }, 'en')).toBe(
    'Cleared 0 of 6,000 records…',
  );
});

it('says what it came to', () => {
  expect(bulkDoneText('delete', 250_000, false, 'en')).toBe('250,000 records deleted');
  expect(bulkDoneText('clear', 1, true, 'en')).toBe('Stopped: 1 record cleared');
});
