import { emptyViewConfig, type Table } from '@weft/core';
import { expect, it } from 'vitest';
import type { FieldTypeChange } from './change.ts';
import { planStep } from './step.ts';

const table: Table = {
  id: 't',
  name: 'Orders',
  order: 0,
  primaryFieldId: 'n',
  fields: [
    {
      id: 'n',
      name: 'Count',
      type: 'number',
      order: 0,
      template: { decimalPlaces: 0, numberFormat: 'comma_period' },
    },
  ],
  views: [{ id: 'v', name: 'Grid', type: 'grid', order: 0, config: emptyViewConfig }],
};

it('U5: takes back values from before the field became another kind as the field reads them now', () => {
  const record = { id: 'r', data: { n: 5 }, position: 0, createdAt: '', updatedAt: '' };
  const wasText: FieldTypeChange = {
    ...{ kind: 'field-type', tableId: 't', fieldId: 'n', shadowId: 's', timeZone: 'UTC', locale: 'en-US' },
    before: { type: 'single_line_text', template: {} },
    after: { type: 'number', template: { decimalPlaces: 0, numberFormat: 'comma_period' } },
  };
  const stepTo = (value: string) =>
    planStep(
      {
        kind: 'cells',
        tableId: 't',
        recordId: 'r',
        before: { n: { value: 5 } },
        after: { n: { value } },
      },
      { metadata: { tables: [table] }, record: () => record } as unknown as Parameters<typeof planStep>[1],
      [wasText],
    );
  expect(stepTo('12').change?.after).toEqual({ n: { value: 12 } });
  expect(stepTo('a dozen').change?.after).toEqual({ n: { value: null, raw: 'a dozen' } });
});
