import { expect, it } from 'vitest';
import { readField } from './field-settings.ts';

it('names a setting out of bounds by its place in the field', () => {
  const rating = { id: 'fld', name: 'Stars', type: 'rating', order: 0, template: { maxRating: 99 } } as const;
  expect(readField(rating)).toMatchObject({
    error: { faults: [{ path: 'template.maxRating' }] },
  });
});
