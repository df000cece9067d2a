import { expect, it } from 'vitest';
import { readField } from './field-settings.ts';

it('names a setting out of bounds by its place in the field', () => {
  const stars = { id: 'fld', name: 'Stars', order: 0 };
  expect(readField(stars, { type: 'rating', template: { maxRating: 99 } })).toMatchObject({
    error: { faults: [{ path: 'template.maxRating' }] },
  });
});

it('says which setting is missing', () => {
  const field = { id: 'fld', name: 'Customer', order: 0 };
  const message = (type: 'linked_record' | 'lookup', template: object) => {
    const read = readField(field, { type, template });
    return read.ok ? null : read.error.message;
  };
  expect(message('linked_record', {})).toBe('tableId is required');
  expect(message('lookup', {})).toBe('linkedRecordFieldId is required');
  expect(message('lookup', { linkedRecordFieldId: 'fld1' })).toBe('lookupFieldId is required');
});
