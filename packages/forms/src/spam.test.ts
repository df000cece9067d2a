import { describe, expect, it } from 'vitest';
import { whySpam } from './spam.ts';

const person = { trap: '', took: 20_000, required: 2 };
const judged = (texts: readonly string[], manner: Partial<typeof person> = {}) =>
  whySpam(
    { ...person, ...manner },
    texts.map((text, n) => [`fld${n}`, text] as const),
  );

describe('spam (S4)', () => {
  it('is no answer that a person takes their time for, with a few links in it', () => {
    expect(judged(['Ada', 'See https://example.org and https://example.org/more'])).toBeNull();
    expect(judged(['yes please', 'yes please'])).toBeNull();
  });

  it('is no answer that was prefilled and sent at once', () => {
    expect(judged(['Ada'], { took: 300 })).toBeNull();
  });

  it('is what fills in the field that nobody sees', () => {
    expect(judged(['Ada'], { trap: 'http://x' })).toEqual(['A field that no person sees was filled in']);
  });

  it('is what holds links as forums write them, or many', () => {
    expect(judged(['[url=http://x]cheap[/url]'])).not.toBeNull();
    expect(judged(['<a href="http://x">cheap</a>'])).not.toBeNull();
    expect(judged(['http://a http://b http://c https://d'])).toEqual(['It holds 4 links']);
  });

  it('is what sends a link faster than anybody can', () => {
    expect(judged(['Look: http://x'], { took: 300 })).toHaveLength(2);
    expect(judged(['the same words', 'the same words', 'the same words'], { took: 300 })).toHaveLength(2);
  });
});
