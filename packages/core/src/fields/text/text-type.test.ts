import { describe, expect, it } from 'vitest';
import { longestCellText } from '../cell-text.ts';
import { emailType } from '../email/email.ts';
import { longTextType } from '../long-text/long-text.ts';
import { phoneNumberType } from '../phone-number/phone-number.ts';
import { singleLineTextType } from '../single-line-text/single-line-text.ts';

const env = { timeZone: 'UTC', locale: 'en' };

describe('the text kinds', () => {
  it('store the empty text as null', () => {
    expect(singleLineTextType.validate('', {})).toEqual({ ok: true, value: null });
  });

  it('hold up to 1 MiB of UTF-8', () => {
    expect(longTextType.validate('a'.repeat(longestCellText), {}).ok).toBe(true);
    expect(longTextType.validate('a'.repeat(longestCellText + 1), {}).ok).toBe(false);
    expect(longTextType.validate('é'.repeat(longestCellText / 2), {}).ok).toBe(true);
    expect(longTextType.validate('é'.repeat(longestCellText / 2 + 1), {}).ok).toBe(false);
    expect(longTextType.validate('日'.repeat(longestCellText / 3 + 1), {}).ok).toBe(false);
    expect(longTextType.validate('😀'.repeat(longestCellText / 4), {}).ok).toBe(true);
    expect(longTextType.validate('😀'.repeat(longestCellText / 4 + 1), {}).ok).toBe(false);
  });

  it('refuse NUL, lone surrogates and what is no text', () => {
    for (const value of ['a\0', '\ud83d', 'a\ude00b', 1, true, [], {}, undefined]) {
      expect(longTextType.validate(value, {}).ok).toBe(false);
    }
  });

  it('paste line breaks as spaces into a single line, and refuse them typed', () => {
    expect(singleLineTextType.fromPaste('a\r\nb\nc\u2028d', {}, env)).toEqual({ ok: true, value: 'a b c d' });
    expect(singleLineTextType.parse('a\nb', {}, env).ok).toBe(false);
    expect(longTextType.fromPaste('a\r\nb', {}, env)).toEqual({ ok: true, value: 'a\r\nb' });
  });

  it('keep the blanks of a text, and drop those around a pasted address', () => {
    expect(singleLineTextType.fromPaste(' a ', {}, env)).toEqual({ ok: true, value: ' a ' });
    expect(emailType.fromPaste(' ada@example.com\n', {}, env)).toEqual({
      ok: true,
      value: 'ada@example.com',
    });
  });

  it('show a phone number as the formatter says, and find it both ways', () => {
    const formatting = {
      ...env,
      formatPhone: (text: string) => (text === '4155552671' ? '(415) 555-2671' : null),
    };
    expect(phoneNumberType.format('4155552671', {}, formatting)).toBe('(415) 555-2671');
    expect(phoneNumberType.format('call me', {}, formatting)).toBe('call me');
    expect(phoneNumberType.format('4155552671', {}, env)).toBe('4155552671');
    expect(phoneNumberType.searchText('4155552671', {}, formatting)).toContain('(415)');
  });
});
