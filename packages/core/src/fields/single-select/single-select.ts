import { compareText, err, ok, type Result } from '@weft/std';
import { emptinessOperators } from '../emptiness.ts';
import type { FieldType, Operator, Parsed } from '../field-type.ts';
import type { SelectTemplate } from '../templates.ts';
import { optionByLabel, optionIndex, optionLabel, optionPlace, readSelectTemplate } from './options.ts';
import { singleSelectSamples } from './samples.ts';

function read(text: string, template: SelectTemplate): Parsed<string> {
  if (text.trim() === '') return ok(null);
  const option = optionByLabel(template, text);
  return option === undefined
    ? err(`'${text.trim().slice(0, 100)}' is not one of the options`)
    : ok(option.value);
}

type SelectOperator = Operator<string, SelectTemplate>;

/** An operand may name an option that is gone: a saved filter then matches nothing, and says nothing wrong. */
const one = (label: string, holds: (cell: string | null, operand: string) => boolean): SelectOperator => ({
  label,
  needsValue: true,
  prepare(operand) {
    if (typeof operand !== 'string') return err("needs an option's value");
    return ok((value) => holds(value, operand));
  },
});

const some = (
  label: string,
  holds: (cell: string | null, operand: ReadonlySet<string>) => boolean,
): SelectOperator => ({
  label,
  needsValue: true,
  prepare(operand) {
    const values = readTexts(operand);
    if (!values.ok) return values;
    const set = new Set(values.value);
    return ok((value) => holds(value, set));
  },
});

/** A list of texts, as an operand of `is_any_of` and the like. */
export function readTexts(operand: unknown): Result<readonly string[]> {
  const texts: string[] = [];
  if (!Array.isArray(operand)) return err('needs a list of values');
  for (const item of operand) {
    if (typeof item !== 'string') return err('needs a list of values');
    texts.push(item);
  }
  return ok(texts);
}

/** Values are ordered as their options are. */
export const compareOptions = (a: string, b: string, template: SelectTemplate): number =>
  optionPlace(template, a) - optionPlace(template, b) || compareText(a, b);

export const singleSelectType: FieldType<'single_select'> = {
  kind: 'single_select',
  label: 'Single select',
  canBePrimary: false,
  readOnly: false,
  readTemplate: readSelectTemplate,
  parse: read,
  fromPaste: read,
  format: (value, template) => optionLabel(template, value),
  toText: (value, template) => optionLabel(template, value),
  fromText: read,
  validate(value, template) {
    if (value === null || value === '') return ok(null);
    if (typeof value !== 'string') return err("must be an option's value");
    return optionIndex(template).byValue.has(value) ? ok(value) : err('is not one of the options');
  },
  shown: (value, template) => (optionIndex(template).byValue.has(value) ? value : null),
  compare: compareOptions,
  searchText: (value, template) => optionLabel(template, value),
  operators: {
    is: one('is', (cell, operand) => cell === operand),
    is_not: one('is not', (cell, operand) => cell !== operand),
    is_any_of: some('is any of', (cell, operand) => cell !== null && operand.has(cell)),
    is_none_of: some('is none of', (cell, operand) => cell === null || !operand.has(cell)),
    ...emptinessOperators,
  },
  aggregates: {},
  samples: singleSelectSamples,
};
