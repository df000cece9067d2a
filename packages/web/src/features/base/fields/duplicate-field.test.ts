import { sampleField } from '@weft/core/testing';
import { expect, it } from 'vitest';
import { copyName } from './duplicate-field.ts';

const fields = (...names: string[]) => ({
  fields: names.map((name) => sampleField('number', {}, { name })),
});

it('names a copied field after the first, with a number where that is taken', () => {
  expect(copyName('Stage', fields('Stage'))).toBe('Stage copy');
  expect(copyName('Stage', fields('Stage', 'stage COPY', 'Stage copy 2'))).toBe('Stage copy 3');
  expect(copyName('x'.repeat(255), fields())).toHaveLength(125);
});
