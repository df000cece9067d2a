import { AppError } from '@weft/std';
import { expect, it } from 'vitest';
import { newField } from './new-field.ts';

it('names a setting out of bounds by its place in the call', () => {
  try {
    newField({ type: 'rating', template: { maxRating: 99 } }, 0, 'fields.0', () => 'fld');
    expect.unreachable('It was taken');
  } catch (error) {
    expect(error instanceof AppError && error.details?.map(({ path }) => path)).toEqual([
      'fields.0.template.maxRating',
    ]);
  }
});
