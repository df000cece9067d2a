import { type CheckboxTemplate, fieldTypes } from '@weft/core';

/** A column's own words for true and false; `falseWord` null: an empty cell is the only other thing it says. */
export interface CheckboxWords {
  readonly trueWord: string;
  readonly falseWord: string | null;
}

const pairs: readonly (readonly [string, string])[] = [
  ['true', 'false'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['yes', 'no'],
  ['Yes', 'No'],
  ['YES', 'NO'],
  ['y', 'n'],
  ['Y', 'N'],
  ['t', 'f'],
  ['T', 'F'],
  ['on', 'off'],
  ['On', 'Off'],
  ['ON', 'OFF'],
  ['✓', '✗'],
  ['✔', '✘'],
  ['☑', '☐'],
  ['checked', 'unchecked'],
];
/** Words that mean a tick even where nothing says the opposite. */
const ticks: ReadonlySet<string> = new Set([
  'x',
  'X',
  '✓',
  '✔',
  '☑',
  'true',
  'True',
  'TRUE',
  'yes',
  'Yes',
  'YES',
  'checked',
]);

/**
 * The words of a column with these different values, or null. Both words must be there, in one spelling; a tick may
 * stand alone where other cells are empty. 1 and 0 are numbers.
 */
export function checkboxWords(values: readonly string[], someEmpty: boolean): CheckboxWords | null {
  const [first, second] = values;
  if (first === undefined || values.length > 2) return null;
  if (second === undefined) {
    if (first === 'true' || first === 'false') return { trueWord: 'true', falseWord: 'false' };
    return someEmpty && ticks.has(first) ? { trueWord: first, falseWord: null } : null;
  }
  for (const [trueWord, falseWord] of pairs) {
    if ((first === trueWord && second === falseWord) || (first === falseWord && second === trueWord)) {
      return { trueWord, falseWord };
    }
  }
  return null;
}

const settings: CheckboxTemplate = { color: 'Green' };

/** What a person who chose a checkbox means by a text: one of the words the field itself reads; else null. */
export function readCheckbox(text: string): boolean | null {
  const read = fieldTypes.checkbox.fromText(text, settings);
  return read.ok ? read.value : null;
}
