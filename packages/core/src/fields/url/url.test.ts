import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { urlLink, urlType } from './url.ts';

describeFieldType(urlType);

describe('the link of a URL cell', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['HTTP://EXAMPLE.com/a b', null],
    [' example.com ', 'https://example.com'],
    ['example.com/path?q=1#top', 'https://example.com/path?q=1#top'],
    ['www.münchen.de', 'https://www.münchen.de'],
    ['localhost:3000', 'https://localhost:3000'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['http://localhost', 'http://localhost'],
    ['http://[::1]:80/', 'http://[::1]:80/'],
    ['http://192.168.0.1', 'http://192.168.0.1'],
    ['//example.com', null],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['tel:+14155552671', 'tel:+14155552671'],
    ['javascript:alert(1)', null],
    ['JavaScript:alert(1)', null],
    ['data:text/html,x', null],
    ['java\nscript:alert(1)', null],
    ['just words', null],
    ['word', null],
    ['', null],
    ['https://', null],
    ['https://a..b', null],
  ])('%j links to %j', (text, link) => {
    expect(urlLink(text)).toBe(link);
  });
});
