import { expect, it } from 'vitest';
import { readField } from './field-settings.ts';

it('names a setting out of bounds by its place in the field', () => {
  const stars = { id: 'fld', name: 'Stars', order: 0 };
  expect(readField(stars, { type: 'rating', template: { maxRating: 99 } })).toMatchObject({
    error: { faults: [{ path: 'template.maxRating' }] },
  });
});
