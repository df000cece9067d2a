import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { emailType, mailtoLink } from './email.ts';

describeFieldType(emailType);

describe('the link of an email cell', () => {
  it.each(['ada@example.com', 'a.b+c@sub.example.co.uk', "o'hara@example.com", 'ADA@EXAMPLE.COM'])(
    'links %s',
    (text) => {
      expect(mailtoLink(` ${text} `)).toBe(`mailto:${text}`);
    },
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'a b@example.com',
    'ada@example..com',
    'ada@-x.com',
    'a@b.c, d@e.f',
    '.ada@example.com',
    'ada.@example.com',
    'ada..b@example.com',
  ])('does not link %s', (text) => {
    expect(mailtoLink(text)).toBeNull();
  });

  it('escapes what would start a header', () => {
    expect(mailtoLink('a?bcc=b%20&c@example.com')).toBe('mailto:a%3fbcc=b%2520%26c@example.com');
  });
});
