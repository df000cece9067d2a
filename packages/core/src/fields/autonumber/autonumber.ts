import { err, ok } from '@weft/std';
import type { FieldSamples, FieldType, Parsed } from '../field-type.ts';
import { numberAggregates } from '../number/number-aggregates.ts';
import { numberOperators } from '../number/number-operators.ts';
import { readNoSettings } from '../read-template.ts';

/** As many as its column holds. */
const most = 2_147_483_647;

const samples: FieldSamples<number, Record<string, never>> = {
  templates: [{}],
  values: [1, 2, 10, 9_999, most],
  unfit: ['1.5', '-1', '0', 'abc', '2147483648'],
};

const refused = (): Parsed<number> => err('Autonumber is kept by the server and cannot be edited');

function validate(value: unknown): Parsed<number> {
  if (value === null) return ok(null);
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
    ? ok(value)
    : err(`must be a whole number from 1 to ${most}`);
}

function bounds(): FieldType<'autonumber'>['aggregates'] {
  const { min, max } = numberAggregates<Record<string, never>>({ cell: String, sum: String, mean: String });
  return { min, max } as FieldType<'autonumber'>['aggregates'];
}

export const autonumberType: FieldType<'autonumber'> = {
  kind: 'autonumber',
  label: 'Autonumber',
  canBePrimary: false,
  readOnly: true,
  kept: { moves: false, counts: true },
  readTemplate: readNoSettings,
  parse: refused,
  fromPaste: refused,
  format: String,
  toText: String,
  fromText: (text) => (/^\d{1,10}$/.test(text) ? validate(Number(text)) : refused()),
  validate,
  compare: (a, b) => a - b,
  searchText: String,
  operators: numberOperators,
  aggregates: bounds(),
  measure: { of: (value) => value, adds: true },
  ungrouped: true,
  samples,
};
