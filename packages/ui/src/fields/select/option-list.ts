import type { SelectOption } from '@weft/core';

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
