import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const at = (text: string) => relativeTime(Date.parse(text), now);

it('says how long ago something was', () => {
  expect(at('2026-11-21T11:59:01Z')).toBe('Just now');
  expect(at('2026-11-21T12:00:30Z')).toBe('Just now');
  expect(at('2026-11-21T11:59:00Z')).toBe('1 minute ago');
  expect(at('2026-11-21T11:00:01Z')).toBe('59 minutes ago');
  expect(at('2026-11-20T12:00:01Z')).toBe('23 hours ago');
  expect(at('2026-10-23T12:00:00Z')).toBe('29 days ago');
  expect(at('2026-10-22T12:00:00Z')).toBe('1 month ago');
  expect(at('2025-11-27T12:00:00Z')).toBe('11 months ago');
  expect(at('2025-11-25T12:00:00Z')).toBe('1 year ago');
  expect(at('2023-11-21T12:00:00Z')).toBe('3 years ago');
});
