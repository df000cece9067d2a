import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { longTextPreview, longTextType } from './long-text.ts';

describeFieldType(longTextType);

describe('the preview of a long text', () => {
  it('is the first line', () => {
    expect(longTextPreview('first\r\nsecond')).toBe('first');
    expect(longTextPreview('\nsecond')).toBe('');
  });

  it('is cut to 47 characters and an ellipsis when past 50', () => {
    expect(longTextPreview('a'.repeat(50))).toBe('a'.repeat(50));
    expect(longTextPreview('a'.repeat(51))).toBe(`${'a'.repeat(47)}…`);
    expect(longTextPreview('😀'.repeat(51))).toBe(`${'😀'.repeat(47)}…`);
  });
});
