import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { importErrorText, importFaultText } from './import-error.ts';

describe('what is said of a failed import', () => {
  it.each([
    ['Request header fields too large', 'The import request is too large. This'],
    ['Status 431', 'The import request is too large. This'],
    [
      'The import request is too large. This spreadsheet may have too many columns with complex data.',
      'The import request is too large. This',
    ],
    ['Payload Too Large', 'The import data is too large.'],
    ['413', 'The import data is too large.'],
    ['The request timed out', 'The import took too long and timed out.'],
    ['timeout of 30 s', 'The import took too long and timed out.'],
    ['fetch failed', 'Network error occurred. Please check your connection and try again.'],
    ['Permission denied', 'Access denied. Please ensure'],
    ['The spreadsheet is gone, sorry', 'The spreadsheet is gone, sorry'],
    ['The quote on line 3 is open, look', 'The quote on line 3 is open'],
    ['', 'Import failed. Please try again or contact support.'],
  ])('%s', (message, text) => {
    expect(importErrorText(message).startsWith(text)).toBe(true);
  });

  it('says how to go on where the session ended in the middle', () => {
    expect(importFaultText(new AppError('unauthenticated', 'User not found'))).toBe(
      'Your session has ended. Sign in in another tab, then try again here.',
    );
  });

  it('says nothing of what went wrong inside', () => {
    expect(importFaultText(new TypeError('x is undefined'))).toBe(
      'Import failed. Please try again or contact support.',
    );
    expect(importFaultText(new AppError('forbidden', 'Ask an admin'))).toMatch(/^Access denied/);
  });
});
