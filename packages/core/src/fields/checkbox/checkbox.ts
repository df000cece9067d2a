import { err, ok } from '@weft/std';
import type { Aggregate, FieldType, Parsed } from '../field-type.ts';
import { readTemplate } from '../read-template.ts';
import { type CheckboxTemplate, palette } from '../templates.ts';
import { checkboxSamples } from './samples.ts';

/** What people and other products write for a ticked and an unticked box. */
const ticked = new Set(['true', 'yes', 'y', '1', 'x', 'on', 't', 'checked', '✓', '✔', '✅', '☑', '[x]']);
const unticked = new Set(['false', 'no', 'n', '0', 'off', 'f', 'unchecked', '✗', '✘', '☐', '[ ]', '[]']);

function read(text: string): Parsed<boolean> {
  const word = text.trim().toLowerCase();
  if (word === '') return ok(null);
  if (ticked.has(word)) return ok(true);
  return unticked.has(word) ? ok(false) : err('must be true or false');
}

/** The null cell is an unticked box. */
const counting = (label: string, counted: boolean): Aggregate<boolean, CheckboxTemplate> => ({
  label,
  compute(values) {
    let count = 0;
    for (const value of values) if ((value ?? false) === counted) count++;
    return count;
  },
  ofTally: ({ sum }, count) => (counted ? sum : count - (sum ?? 0)),
  format: (result, _template, env) => new Intl.NumberFormat(env.locale).format(result),
});

export const checkboxType: FieldType<'checkbox'> = {
  kind: 'checkbox',
  label: 'Checkbox',
  canBePrimary: false,
  readOnly: false,
  emptyCountsAs: false,
  readTemplate: (input) => readTemplate(input, (read) => ({ color: read.choice('color', palette, 'Green') })),
  parse: read,
  fromPaste: read,
  format: (value) => String(value),
  toText: (value) => String(value),
  fromText: read,
  validate: (value) =>
    value === null || typeof value === 'boolean' ? ok(value) : err('must be true or false'),
  compare: (a, b) => Number(a) - Number(b),
  // 'true' is nothing that stands in the table.
  searchText: () => '',
  operators: {
    is: {
      label: 'is',
      needsValue: true,
      prepare(operand) {
        if (typeof operand !== 'boolean') return err('needs true or false');
        return ok((value) => (value ?? false) === operand);
      },
    },
  },
  aggregates: { checked: counting('Checked', true), unchecked: counting('Unchecked', false) },
  measure: { of: Number, adds: true },
  samples: checkboxSamples,
};
