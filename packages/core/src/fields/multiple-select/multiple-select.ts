import { err, ok } from '@weft/std';
import type { FieldType, Parsed } from '../field-type.ts';
import { compareLists, listOperators } from '../list-operators.ts';
import { optionByLabel, optionIndex, optionLabel, readSelectTemplate } from '../single-select/options.ts';
import { compareOptions } from '../single-select/single-select.ts';
import type { SelectTemplate } from '../templates.ts';
import { joinLabels, splitLabels } from './label-list.ts';
import { multipleSelectSamples } from './samples.ts';

/** Every label must be known, so that none is lost without a word. */
function read(text: string, template: SelectTemplate): Parsed<readonly string[]> {
  const values = new Set<string>();
  for (const label of splitLabels(text)) {
    const option = optionByLabel(template, label);
    if (option === undefined) return err(`'${label.slice(0, 100)}' is not one of the options`);
    values.add(option.value);
  }
  if (values.size > 0) return ok([...values]);
  return text.trim() === '' ? ok(null) : err('holds no label');
}

/** Also takes one label with commas that was written without quotes. */
function readTyped(text: string, template: SelectTemplate): Parsed<readonly string[]> {
  const listed = read(text, template);
  if (listed.ok) return listed;
  const whole = optionByLabel(template, text);
  return whole === undefined ? listed : ok([whole.value]);
}

/** Options that are gone are left out. */
const labelsOf = (value: readonly string[], template: SelectTemplate): string =>
  joinLabels(value.map((each) => optionLabel(template, each)).filter((label) => label !== ''));

/** The same list where every option is there: most cells are read often. */
function known(value: readonly string[], template: SelectTemplate): readonly string[] | null {
  const { byValue } = optionIndex(template);
  if (value.every((each) => byValue.has(each))) return value;
  const left = value.filter((each) => byValue.has(each));
  return left.length === 0 ? null : left;
}

export const multipleSelectType: FieldType<'multiple_select'> = {
  kind: 'multiple_select',
  label: 'Multiple select',
  canBePrimary: false,
  readOnly: false,
  readTemplate: readSelectTemplate,
  parse: readTyped,
  fromPaste: readTyped,
  format: labelsOf,
  toText: labelsOf,
  fromText: read,
  validate(value, template) {
    if (value === null) return ok(null);
    if (!Array.isArray(value)) return err("must be a list of options' values");
    const { byValue } = optionIndex(template);
    const known = new Set<string>();
    for (const item of value) {
      if (typeof item !== 'string' || !byValue.has(item))
        return err('holds a value that is not one of the options');
      known.add(item);
    }
    return ok(known.size === 0 ? null : [...known]);
  },
  shown: known,
  compare: (a, b, template) => compareLists(a, b, (x, y) => compareOptions(x, y, template)),
  searchText: labelsOf,
  operators: listOperators,
  aggregates: {},
  samples: multipleSelectSamples,
};
