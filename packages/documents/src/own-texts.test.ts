import { describe, expect, it } from 'vitest';
import type { Edit } from './edit.ts';
import { lostTexts, wroteTexts } from './own-texts.ts';

const set = (before: string, after: string, key = 'label'): Edit => ({
  ...{ kind: 'prop', id: 'fld1', key, before, after },
});
const isText = (key: string) => key === 'label';
const wrote = (...edits: readonly Edit[]) => wroteTexts(new Map(), edits, isText, 0);
const lost = (own: ReturnType<typeof wrote>, edit: Edit, now = 1_000) => lostTexts(own, [edit], now).lost;

describe('M8: a text that was just written', () => {
  it('is lost to who replaces the same stretch of it, once', () => {
    const own = wrote(set('Your name', 'Your e'), set('Your e', 'Your email'));
    const heard = lostTexts(own, [set('Your email', 'Your phone')], 1_000);
    expect(heard.lost).toEqual(['Your email']);
    expect(lost(heard.rest, set('Your phone', 'Your fax'))).toEqual([]);
  });

  it('is not lost to who writes elsewhere in it, or goes on with it', () => {
    const own = wrote(set('Your name', 'Your email'));
    expect(lost(own, set('Your email', 'Your own email'))).toEqual([]);
    expect(lost(own, set('Your email', 'Their email'))).toEqual([]);
    // Made before it was known there: this person's own edit is made on it next.
    expect(lost(own, set('Your name', 'Your phone'))).toEqual([]);
  });

  it('is no text of a minute ago, no other property, and nothing that was only deleted', () => {
    const own = wrote(set('Your name', 'Your email'));
    expect(lost(own, set('Your email', 'Your phone'), 60_000)).toEqual([]);
    expect(lost(own, set('Your email', 'Your phone', 'help'))).toEqual([]);
    expect(lost(wrote(set('a', 'b', 'type')), set('b', 'c', 'type'))).toEqual([]);
    expect(lost(wrote(set('Your name', 'Your')), set('Your', 'Their'))).toEqual([]);
  });
});
