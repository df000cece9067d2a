import { expect, it } from 'vitest';
import { replacedText } from './replaced-text.ts';

const env = { timeZone: 'UTC', locale: 'en' };
const name = { id: 'fld', name: 'Name', type: 'single_line_text', order: 1, template: {} } as const;

it('says whose value an edit has replaced', () => {
  expect(replacedText('Bert', { value: 'oak' }, name, env, 0)).toBe('Replaced Bert’s “oak”');
  expect(replacedText(null, { value: null, raw: '12 oaks' }, name, env, 2)).toBe(
    'Replaced a colleague’s “12 oaks” and 2 more values',
  );
  expect(replacedText('Bert', { value: 'o'.repeat(50) }, name, env, 0)).toBe(
    `Replaced Bert’s “${'o'.repeat(40)}…”`,
  );
});
