import type { Fault, Result } from '@weft/std';
import { isStorableText } from '../cell-text.ts';
import { isPlainObject, readTemplate } from '../read-template.ts';
import { type OptionColor, palette, type SelectOption, type SelectTemplate } from '../templates.ts';

/** Options of one field. */
export const maxOptions = 1000;
/** UTF-16 units of an option's label and of its value. */
export const longestLabel = 1000;
const longestValue = 64;

/** The colour a new option takes: the first of the palette not used yet, then the least used one. */
export function nextOptionColor(options: readonly Pick<SelectOption, 'color'>[]): OptionColor {
  const uses = new Map<OptionColor, number>(palette.map((color) => [color, 0]));
  for (const { color } of options) uses.set(color, (uses.get(color) ?? 0) + 1);
  const fewest = Math.min(...uses.values());
  return palette.find((color) => uses.get(color) === fewest) ?? 'Purple';
}

/** What a bulk of labels says: split on new lines if there are any, else on commas; trimmed, empty ones dropped. */
export function splitOptionLabels(text: string): readonly string[] {
  const parts = /[\r\n]/.test(text) ? text.split(/\r\n|[\r\n]/) : text.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The template with an option for each label it does not have yet, as far as 1000 options allow. */
export function addOptions(
  template: SelectTemplate,
  labels: readonly string[],
  newValue: () => string,
): SelectTemplate {
  const options = [...template.options];
  const known = new Set(options.map((option) => option.label));
  for (const text of labels) {
    const label = text.trim();
    if (label === '' || label.length > longestLabel || known.has(label) || options.length >= maxOptions)
      continue;
    known.add(label);
    options.push({ value: newValue(), label, color: nextOptionColor(options) });
  }
  return { ...template, options };
}

/**
 * Settings of both select kinds: options without a label are dropped, a missing colour is the next of the palette. Labels
 * are kept as they are, outer white space included: an imported `Yes ` is not `Yes`.
 */
export function readSelectTemplate(input: unknown): Result<SelectTemplate, readonly Fault[]> {
  return readTemplate(input, (read) => {
    const options: SelectOption[] = [];
    const values = new Set<string>();
    const labels = new Set<string>();
    const items = read.list('options');
    if (items.length > maxOptions) read.fault('options', `Number of options cannot exceed ${maxOptions}`);
    for (const [index, item] of items.slice(0, maxOptions).entries()) {
      const path = `options.${index}`;
      if (!isPlainObject(item) || typeof item.label !== 'string') {
        read.fault(path, 'must have a value, a label and a colour');
        continue;
      }
      const { label } = item;
      if (label.trim() === '') continue;
      if (label.length > longestLabel || !isStorableText(label)) {
        read.fault(`${path}.label`, `must be a text of at most ${longestLabel} characters`);
      } else if (labels.has(label)) read.fault(`${path}.label`, `There are two options named '${label}'`);
      const { value } = item;
      if (
        typeof value !== 'string' ||
        value === '' ||
        value.length > longestValue ||
        !isStorableText(value)
      ) {
        read.fault(`${path}.value`, `must be a text of 1 to ${longestValue} characters`);
        continue;
      }
      if (values.has(value)) read.fault(`${path}.value`, 'is used by another option');
      const color =
        item.color === undefined ? nextOptionColor(options) : palette.find((each) => each === item.color);
      if (color === undefined) read.fault(`${path}.color`, `must be one of ${palette.join(', ')}`);
      values.add(value);
      labels.add(label);
      options.push({ value, label, color: color ?? 'Purple' });
    }
    return { options, disableColors: read.flag('disableColors', false) };
  });
}

/** What is looked up in a template again and again, made once per template object. */
interface OptionIndex {
  readonly byValue: ReadonlyMap<string, SelectOption>;
  readonly place: ReadonlyMap<string, number>;
  readonly byLabel: ReadonlyMap<string, SelectOption>;
  /** The first option of each label in lower case, without outer white space. */
  readonly byLowerLabel: ReadonlyMap<string, SelectOption>;
}

const indexes = new WeakMap<SelectTemplate, OptionIndex>();

export function optionIndex(template: SelectTemplate): OptionIndex {
  const known = indexes.get(template);
  if (known !== undefined) return known;
  const { options } = template;
  const index: OptionIndex = {
    byValue: new Map(options.map((option) => [option.value, option])),
    place: new Map(options.map((option, place) => [option.value, place])),
    byLabel: new Map(options.map((option) => [option.label, option])),
    byLowerLabel: new Map(options.toReversed().map((option) => [option.label.trim().toLowerCase(), option])),
  };
  indexes.set(template, index);
  return index;
}

/** The option a person means by a label: the one written exactly so, else but for outer white space, else the first but for case too. */
export function optionByLabel(template: SelectTemplate, text: string): SelectOption | undefined {
  const label = text.trim();
  const { byLabel, byLowerLabel } = optionIndex(template);
  return byLabel.get(text) ?? byLabel.get(label) ?? byLowerLabel.get(label.toLowerCase());
}

/** The label of an option; nothing when the option is gone. */
export const optionLabel = (template: SelectTemplate, value: string): string =>
  optionIndex(template).byValue.get(value)?.label ?? '';

/** Places in the list of options; an option that is gone comes after all others. */
export const optionPlace = (template: SelectTemplate, value: string): number =>
  optionIndex(template).place.get(value) ?? Number.MAX_SAFE_INTEGER;
