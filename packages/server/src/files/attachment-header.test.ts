import { describe, expect, it } from 'vitest';
import { attachmentHeader } from './attachment-header.ts';

const nameOf = (header: string): string =>
  decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '');

describe('the name of a file to keep', () => {
  it.each(['plan.csv', 'a"b\nc.csv', 'Größe 😀.csv', "it's (a) *.csv", '../../etc', 'a;b=c.csv', '\t\0'])(
    'arrives as %j',
    (name) => {
      const header = attachmentHeader(name);
      expect(nameOf(header)).toBe(name);
      expect(header).toMatch(/^attachment; filename="[\w .()+,=@-]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/);
    },
  );
  it('survives half a character', () => {
    expect(nameOf(attachmentHeader('a\ud800'))).toBe('a\ufffd');
  });
});
