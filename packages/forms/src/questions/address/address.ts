import { inputsInParts } from '../inputs-in-parts.ts';
import type { QuestionType } from '../question-type.ts';
import { readText, shape } from '../reading.ts';

const line = (name: string, label: string, missing: string | null) => ({
  ...{ name, label, missing },
  field: shape('single_line_text'),
  read: readText(200, 'one'),
});

export const address: QuestionType = {
  label: 'Address',
  settings: {},
  ...inputsInParts('Lines', [
    line('street', 'Street and number', 'Enter a street'),
    line('line2', 'Apartment, floor', null),
    line('city', 'City', 'Enter a city'),
    line('region', 'State or region', null),
    line('postalCode', 'Postal code', null),
    line('country', 'Country', 'Enter a country'),
  ]),
  samples: [
    { sent: { 0: ['Main St 1'], 2: ['Lyon'] }, gives: { 0: 'Main St 1', 2: 'Lyon' } },
    { sent: { 0: ['a\nb'] }, gives: 'Use one line' },
  ],
};
