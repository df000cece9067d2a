import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { checkboxType } from './checkbox.ts';

describeFieldType(checkboxType);

describe('checkbox', () => {
  const env = { timeZone: 'UTC', locale: 'en' };
  const template = { color: 'Green' } as const;

  it('is green unless said otherwise', () => {
    expect(checkboxType.readTemplate({})).toEqual({ ok: true, value: template });
    expect(checkboxType.readTemplate({ color: 'Mauve' }).ok).toBe(false);
  });

  it.each(['true', 'YES', ' 1 ', 'x', 'Checked', '✓', 'on'])('reads %s as ticked', (text) => {
    expect(checkboxType.fromPaste(text, template, env)).toEqual({ ok: true, value: true });
  });

  it.each(['false', 'No', '0', 'unchecked', 'off'])('reads %s as unticked', (text) => {
    expect(checkboxType.fromPaste(text, template, env)).toEqual({ ok: true, value: false });
  });

  it('B1: takes the empty cell for false', () => {
    const is = checkboxType.operators.is?.prepare(false, template, env);
    expect(is?.ok === true && [null, false, true].map(is.value)).toEqual([true, true, false]);
    expect(checkboxType.aggregates.unchecked?.compute([null, false, true])).toBe(2);
  });
});
