import { fold, type SelectOption } from '@weft/core';

/** The name a new option has until it is given one. */
export function nextLabel(options: readonly SelectOption[]): string {
  const taken = new Set(options.map((option) => option.label.trim()));
  let number = options.length + 1;
  while (taken.has(`Option ${number}`)) number++;
  return `Option ${number}`;
}

/** The first name that two options have, which a field refuses; null where there is none. */
export function doubleLabel(options: readonly SelectOption[]): string | null {
  const seen = new Set<string>();
  for (const { label } of options) {
    if (label.trim() === '') continue;
    if (seen.has(label)) return label;
    seen.add(label);
  }
  return null;
}

/** What a search left when its text was last typed: an option that is renamed since stays among them. */
export interface FoundOptions {
  readonly text: string;
  readonly values: ReadonlySet<string>;
}

/** The options whose names hold a text, whatever its case and accents; null: nothing is searched for. */
export function findOptions(text: string, options: readonly SelectOption[]): FoundOptions | null {
  if (text === '') return null;
  const wanted = fold(text.trim());
  const found = options.filter(({ label }) => fold(label).includes(wanted));
  return { text, values: new Set(found.map(({ value }) => value)) };
}

/** The places of found options among all. */
export const placesOf = ({ values }: FoundOptions, options: readonly SelectOption[]): readonly number[] =>
  options.flatMap(({ value }, index) => (values.has(value) ? [index] : []));
