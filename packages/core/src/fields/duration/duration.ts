import { err, ok } from '@weft/std';
import type { FieldType, Parsed } from '../field-type.ts';
import { plainMarks } from '../number/notation.ts';
import { numberAggregates } from '../number/number-aggregates.ts';
import { numberOperators } from '../number/number-operators.ts';
import { readTemplate } from '../read-template.ts';
import { type DurationTemplate, durationFormats } from '../templates.ts';
import { durationText, formatDuration, readDurationText } from './duration-text.ts';
import { durationSamples } from './samples.ts';

function read(text: string): Parsed<number> {
  const plain = plainMarks(text).trim();
  if (plain === '') return ok(null);
  const value = readDurationText(plain);
  return value === null ? err('must be a duration such as 1:30, 1:30:15 or a number of seconds') : ok(value);
}

const show = (value: number, template: DurationTemplate): string => formatDuration(value, template.format);

/** Seconds; a time may be negative (the difference of two). A pasted text that is no duration is the empty cell. */
export const durationType: FieldType<'duration'> = {
  kind: 'duration',
  label: 'Duration',
  canBePrimary: true,
  readOnly: false,
  readTemplate: (input) =>
    readTemplate(input, (settings) => ({ format: settings.choice('format', durationFormats, 'h:mm') })),
  parse: read,
  fromPaste(text) {
    const parsed = read(text);
    return parsed.ok ? parsed : ok(null);
  },
  format: (value, template) => formatDuration(value, template.format),
  toText: durationText,
  fromText: read,
  validate(value) {
    if (value === null) return ok(null);
    if (typeof value !== 'number' || !Number.isFinite(value)) return err('must be a number of seconds');
    return ok(value + 0);
  },
  compare: (a, b) => a - b,
  searchText: (value, template) => formatDuration(value, template.format),
  operators: numberOperators,
  aggregates: numberAggregates({ cell: show, sum: show, mean: show }),
  measure: { of: (value) => value, adds: true },
  samples: durationSamples,
};
