import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { defaultTemplate } from '../field-types.ts';
import { ratingType } from './rating.ts';

describeFieldType(ratingType);

describe('a rating', () => {
  const env = { timeZone: 'UTC', locale: 'en-US' };
  const template = { maxRating: 5 };

  it('goes to five where a person makes it, to ten where nothing is set', () => {
    expect(defaultTemplate('rating')).toEqual(template);
    expect(ratingType.readTemplate({})).toEqual({ ok: true, value: {} });
    expect(ratingType.fromPaste('12', {}, env)).toEqual({ ok: true, value: 10 });
    expect(ratingType.readTemplate({ maxRating: 11 }).ok).toBe(false);
    expect(ratingType.readTemplate({ maxRating: 0 }).ok).toBe(false);
  });

  it.each([
    ['3', 3],
    ['9', 5],
    ['4.7', 4],
    [' 2 stars', 2],
    ['-3', null],
    ['0', null],
    ['good', null],
    ['', null],
  ])('pastes %j as %j', (text, value) => {
    expect(ratingType.fromPaste(text, template, env)).toEqual({ ok: true, value });
  });

  it('stores no stars as the empty cell', () => {
    expect(ratingType.validate(0, template)).toEqual({ ok: true, value: null });
    expect(ratingType.parse('0', template, env)).toEqual({ ok: true, value: null });
  });

  it('holds no more stars than there are', () => {
    expect(ratingType.validate(5, template).ok).toBe(true);
    for (const value of [6, -1, 2.5, '3']) expect(ratingType.validate(value, template).ok).toBe(false);
    expect(ratingType.parse('6', template, env).ok).toBe(false);
  });

  it('averages to a tenth', () => {
    const average = ratingType.aggregates.average;
    expect(average?.format(average.compute([4, 5, 5, null]) ?? 0, template, env)).toBe('4.7');
  });
});
