import { describe, expect, it } from 'vitest';
import { mergeSettings } from './merge-settings.ts';

const options = (...texts: readonly string[]) => ({
  options: texts.map((text) => {
    const [value = '', label = value, color = 'Blue'] = text.split(':');
    return { value, label, color };
  }),
});
const texts = (template: object) =>
  (template as ReturnType<typeof options>).options.map(({ value, label, color }) =>
    color === 'Blue' ? `${value}:${label}` : `${value}:${label}:${color}`,
  );
const merged = (now: readonly string[], from: readonly string[], wanted: readonly string[]) =>
  texts(mergeSettings(options(...now), options(...from), options(...wanted)));

describe('settings changed from what they were', () => {
  it('change only what differs, and leave what a colleague has changed meanwhile', () => {
    expect(
      mergeSettings(
        { decimalPlaces: 4, numberFormat: 'local' },
        { decimalPlaces: 0, numberFormat: 'local' },
        { decimalPlaces: 0, numberFormat: 'comma_period' },
      ),
    ).toEqual({ decimalPlaces: 4, numberFormat: 'comma_period' });
    expect(mergeSettings({ timezone: 'UTC' }, { timezone: 'UTC' }, {})).toEqual({});
  });

  it('keep the options a colleague added, and both that two people added', () => {
    expect(merged(['a', 'b', 'c'], ['a', 'b'], ['a', 'b'])).toEqual(['a:a', 'b:b', 'c:c']);
    expect(merged(['a', 'c'], ['a'], ['a', 'd'])).toEqual(['a:a', 'c:c', 'd:d']);
  });

  it('number the label two people gave at once', () => {
    expect(merged(['a', 'c:New'], ['a'], ['a', 'd:New'])).toEqual(['a:a', 'c:New', 'd:New (2)']);
    expect(merged(['a', 'b', 'c:New'], ['a', 'b'], ['a', 'b:New'])).toEqual(['a:a', 'b:New (2)', 'c:New']);
  });

  it('rename, recolour, delete and order what the person saw', () => {
    expect(merged(['a', 'b:Bee', 'c'], ['a', 'b'], ['a:Ah', 'b:b:Red'])).toEqual([
      'a:Ah',
      'b:Bee:Red',
      'c:c',
    ]);
    expect(merged(['a', 'b', 'c'], ['a', 'b'], ['b'])).toEqual(['b:b', 'c:c']);
    expect(merged(['a', 'b', 'c'], ['a', 'b'], ['b', 'a'])).toEqual(['b:b', 'a:a', 'c:c']);
    expect(merged(['b', 'a'], ['a', 'b'], ['a', 'b', 'd'])).toEqual(['b:b', 'a:a', 'd:d']);
  });

  it('do not bring back what a colleague deleted', () => {
    expect(merged(['a'], ['a', 'b'], ['a', 'b:Bee', 'd'])).toEqual(['a:a', 'd:d']);
  });

  it('leave what is no list of options to its reader', () => {
    for (const wanted of [{ options: 'x' }, { options: [1] }, { options: [{ label: 'x' }] }])
      expect(mergeSettings(options('a', 'c'), options('a'), wanted)).toEqual(wanted);
  });
});
