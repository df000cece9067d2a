import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { selectTemplates } from './samples.ts';
import { singleSelectType } from './single-select.ts';

describeFieldType(singleSelectType);

describe('single select', () => {
  const template = selectTemplates[0] ?? { options: [], disableColors: false };
  const env = { timeZone: 'UTC', locale: 'en' };

  it('reads the label, never the stored value of an option', () => {
    expect(singleSelectType.parse('opt1', template, env)).toEqual({ ok: true, value: 'opt8' });
  });

  it('orders by the place of the option, those that are gone last', () => {
    const values = ['gone', 'opt3', 'opt1', 'optA'];
    expect(values.toSorted((a, b) => singleSelectType.compare(a, b, template))).toEqual([
      'opt1',
      'opt3',
      'optA',
      'gone',
    ]);
  });

  it('shows and writes nothing for an option that is gone', () => {
    expect(singleSelectType.format('gone', template, env)).toBe('');
    expect(singleSelectType.toText('gone', template)).toBe('');
  });
});
