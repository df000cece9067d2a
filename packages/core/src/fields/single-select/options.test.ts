import { describe, expect, it } from 'vitest';
import { palette, type SelectTemplate } from '../templates.ts';
import {
  addOptions,
  maxOptions,
  nextOptionColor,
  optionByLabel,
  readSelectTemplate,
  splitOptionLabels,
} from './options.ts';

const template = (...labels: string[]): SelectTemplate => ({
  options: labels.map((label, i) => ({ value: `v${i}`, label, color: 'Blue' })),
  disableColors: false,
});

describe('options of a select', () => {
  it('gives new options the colours of the palette in turn, then the least used one', () => {
    const colors: { color: (typeof palette)[number] }[] = [];
    for (let i = 0; i < palette.length + 2; i++) colors.push({ color: nextOptionColor(colors) });
    expect(colors.map(({ color }) => color)).toEqual([...palette, 'Purple', 'Orange']);
    expect(nextOptionColor([{ color: 'Purple' }, { color: 'Blue' }])).toBe('Orange');
  });

  it('splits a bulk on new lines when there are any, otherwise on commas', () => {
    expect(splitOptionLabels(' a, b ,,c ')).toEqual(['a', 'b', 'c']);
    expect(splitOptionLabels('a, b\r\n\n c ')).toEqual(['a, b', 'c']);
    expect(splitOptionLabels(' , ')).toEqual([]);
  });

  it('adds the labels that are missing, and never more than 1000 options', () => {
    let next = 0;
    const newValue = (): string => `n${next++}`;
    const added = addOptions(template('a'), ['a', ' b ', 'b', ''], newValue);
    expect(added.options.map(({ label }) => label)).toEqual(['a', 'b']);
    expect(added.options[1]).toEqual({ value: 'n0', label: 'b', color: 'Purple' });
    const many = Array.from({ length: maxOptions + 5 }, (_, i) => `label ${i}`);
    expect(addOptions(template(), many, newValue).options).toHaveLength(maxOptions);
  });

  it('finds a label written exactly so before one but for case', () => {
    const cases = template('Todo', 'todo', 'ÉCOLE');
    expect(optionByLabel(cases, 'todo')?.value).toBe('v1');
    expect(optionByLabel(cases, 'TODO')?.value).toBe('v0');
    expect(optionByLabel(cases, ' école ')?.value).toBe('v2');
    const padded = template('Yes ', 'Yes', ' No');
    expect(['Yes ', 'Yes', ' Yes', 'no'].map((text) => optionByLabel(padded, text)?.value)).toEqual([
      'v0',
      'v1',
      'v1',
      'v2',
    ]);
    expect(optionByLabel(cases, 'tod')).toBeUndefined();
  });
});

describe('settings of a select', () => {
  it('drops options without a label, colours those without a colour and keeps labels as they are', () => {
    const read = readSelectTemplate({
      options: [
        { value: 'a', label: ' A ' },
        { value: 'b', label: ' ' },
        { value: 'c', label: 'C' },
      ],
    });
    expect(read).toEqual({
      ok: true,
      value: {
        options: [
          { value: 'a', label: ' A ', color: 'Purple' },
          { value: 'c', label: 'C', color: 'Orange' },
        ],
        disableColors: false,
      },
    });
  });

  it('names every fault by its path', () => {
    const read = readSelectTemplate({
      options: [
        { value: 'a', label: 'A', color: 'Mauve' },
        { value: 'a', label: 'B', color: 'Red' },
        { value: 'c', label: 'A', color: 'Red' },
        { value: '', label: 'D', color: 'Red' },
        'E',
      ],
      disableColors: 'no',
    });
    expect(read.ok).toBe(false);
    expect(read.ok ? [] : read.error.map(({ path }) => path)).toEqual([
      'template.options.0.color',
      'template.options.1.value',
      'template.options.2.label',
      'template.options.3.value',
      'template.options.4',
      'template.disableColors',
    ]);
  });

  it('refuses the option beyond 1000', () => {
    const options = Array.from({ length: maxOptions + 1 }, (_, i) => ({
      value: `v${i}`,
      label: `${i}`,
      color: 'Red',
    }));
    expect(readSelectTemplate({ options }).ok).toBe(false);
    expect(readSelectTemplate({ options: options.slice(1) }).ok).toBe(true);
  });
});
