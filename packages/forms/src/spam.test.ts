import { describe, expect, it } from 'vitest';
import type { Answers } from './answers.ts';
import type { FormQuestion } from './form-document.ts';
import { whySpam, writtenTexts } from './spam.ts';

const person = { trap: '', took: 20_000, required: 2 };
const judged = (texts: readonly string[], manner: Partial<typeof person> = {}) =>
  whySpam({ ...person, ...manner }, texts);

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

  it('is judged by what people wrote, not by what they chose, where they were not asked, or where a link is asked for', () => {
    const question = (
      id: string,
      type: FormQuestion['type'],
      rows: readonly string[] = [],
    ): FormQuestion => ({
      ...{ id, type, label: id, help: '', required: false, settings: {} },
      choices: rows.length === 0 ? [] : [{ id: 'opt0agree', label: 'Agree' }],
      parts: rows.map((row) => ({ id: row, name: 'row', label: row })),
      ...{ shownWhen: null, requiredWhen: null },
    });
    const asked = [
      question('views', 'matrix', ['a', 'b', 'c', 'd']),
      question('site', 'url'),
      question('note', 'long_text'),
      question('group', 'repeating_group'),
    ];
    const answers: Answers = new Map([
      ...['a', 'b', 'c', 'd'].map((row) => [row, 'opt0agree'] as const),
      ['site', 'https://example.org'],
      ['note', 'See https://example.org/more'],
      ['group', 'Name: Ada'],
      ['gone', 'http://not.asked'],
    ]);
    expect(writtenTexts(asked, answers)).toEqual(['See https://example.org/more', 'Name: Ada']);
    expect(whySpam(person, writtenTexts(asked, answers))).toBeNull();
  });
});
