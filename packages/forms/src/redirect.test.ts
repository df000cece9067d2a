import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piped } from './piping.ts';
import { isSafeRedirect, redirectOf } from './redirect.ts';

const led = (address: string, answer = '') =>
  redirectOf(address, (text) => piped(text, [['Name', encodeURIComponent(answer.toWellFormed())]]));

describe('an ending leads to an address', () => {
  it('with answers as parts of it', () => {
    expect(led('https://example.org/hello?name={{Name}}&x=1', 'Ada & Bob/?#')).toBe(
      'https://example.org/hello?name=Ada%20%26%20Bob%2F%3F%23&x=1',
    );
  });

  it.each([
    'http://example.org',
    'javascript:alert(1)',
    '//example.org',
    'https://{{Name}}',
    'https://{{Name}}.example.org/',
    'https://user@evil.example',
    'https://example.org\\@evil.example',
    'data:text/html,x',
    '',
  ])('and not to %s', (address) => {
    expect([isSafeRedirect(address), led(address)]).toEqual([false, null]);
  });

  it('of the same host whatever is answered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (answer) => {
        expect(new URL(led('https://example.org/{{Name}}', answer) ?? '').host).toBe('example.org');
      }),
    );
  });
});
