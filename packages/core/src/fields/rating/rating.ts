import { err, ok } from '@weft/std';
import type { FieldType, Parsed } from '../field-type.ts';
import { plainMarks } from '../number/notation.ts';
import { numberAggregates } from '../number/number-aggregates.ts';
import { numberOperators } from '../number/number-operators.ts';
import { readTemplate } from '../read-template.ts';
import type { RatingTemplate } from '../templates.ts';
import { ratingSamples } from './samples.ts';

/** No star is no rating: 0 is stored as the empty cell. */
const stars = (count: number): number | null => (count === 0 ? null : count);

/** How many stars a cell takes. */
export const mostStars = ({ maxRating = 10 }: RatingTemplate): number => maxRating;

const reasonOf = (template: RatingTemplate): string =>
  `must be a whole number from 0 to ${mostStars(template)}`;

function read(text: string, template: RatingTemplate): Parsed<number> {
  const digits = plainMarks(text).trim();
  if (digits === '') return ok(null);
  if (!/^\d{1,2}$/.test(digits) || Number(digits) > mostStars(template)) return err(reasonOf(template));
  return ok(stars(Number(digits)));
}

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);

function ratingAggregates(): FieldType<'rating'>['aggregates'] {
  const all = numberAggregates<RatingTemplate>({ cell: String, sum: String, mean: oneDecimal });
  const { average, median, min, max } = all;
  return { average, median, min, max } as FieldType<'rating'>['aggregates'];
}

export const ratingType: FieldType<'rating'> = {
  kind: 'rating',
  label: 'Rating',
  canBePrimary: false,
  readOnly: false,
  readTemplate: (input) =>
    readTemplate(input, (settings) =>
      settings.has('maxRating') ? { maxRating: settings.integer('maxRating', 1, 10, 10) } : {},
    ),
  usualTemplate: { maxRating: 5 },
  parse: read,
  /** The integer at the start, clamped to 0..maxRating; anything else is 0, the empty cell. */
  fromPaste(text, template) {
    const integer = Number.parseInt(plainMarks(text), 10);
    const count = Number.isNaN(integer) ? 0 : Math.min(Math.max(integer, 0), mostStars(template));
    return ok(stars(count));
  },
  format: (value) => String(value),
  toText: (value) => String(value),
  fromText: read,
  validate(value, template) {
    if (value === null || value === 0) return ok(null);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > mostStars(template))
      return err(reasonOf(template));
    return ok(value);
  },
  compare: (a, b) => a - b,
  searchText: (value) => String(value),
  operators: numberOperators,
  aggregates: ratingAggregates(),
  measure: { of: (value) => value, adds: true },
  samples: ratingSamples,
};
