import { expect, it } from 'vitest';
import { conversionFrom } from './conversion-from.ts';

type Items = Parameters<typeof conversionFrom>[0];

const conversion = (id: string, from: string, to: string, more: object = {}) => ({
  ...{ id, stands: true, isUndo: false },
  payload: {
    changes: [
      {
        ...{ kind: 'field-type', tableId: 'tbl', fieldId: 'fld', shadowId: 'fldS' },
        ...{ timeZone: 'UTC', locale: 'en', before: { type: from, template: {} } },
        after: { type: to, template: {} },
      },
    ],
  },
  ...more,
});
const of = (...items: readonly object[]) =>
  conversionFrom(items as unknown as Items, { id: 'fld', type: 'number' }, 'single_line_text');

it('finds the conversion that a chosen type would take back, the last one of the field alone', () => {
  const made = conversion('act1', 'single_line_text', 'number');
  expect(of({ id: 'act2', stands: true, isUndo: false, payload: null }, made)).toBe('act1');
  expect(of(conversion('act2', 'currency', 'number'), made)).toBeNull();
  expect(of({ ...made, stands: false })).toBeNull();
  expect(of()).toBeNull();
});
