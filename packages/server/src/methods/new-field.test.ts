import { expect, it } from 'vitest';
import { newField } from './new-field.ts';

it('names a setting out of bounds by its place in the call', () => {
  const make = () => newField({ type: 'rating', template: { maxRating: 99 } }, 0, 'fields.0', () => 'fld');
  expect(make).toThrow(
    expect.objectContaining({
      details: [{ path: 'fields.0.template.maxRating', reason: expect.anything() }],
    }),
  );
});
