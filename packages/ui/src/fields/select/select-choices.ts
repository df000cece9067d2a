import { fold, optionByLabel, optionIndex, type SelectOption, type SelectTemplate } from '@weft/core';

/** Options shown at a time; more are found by typing. */
const shownOptions = 200;

export interface Choices {
  readonly options: readonly SelectOption[];
  /** How many more the search leaves. */
  readonly more: number;
  /** The text that can become an option. */
  readonly add: string | null;
}

/** The options a search leaves, the one named exactly so first, and the text that can become one. */
export function choicesFor(template: SelectTemplate, search: string, canAdd: boolean): Choices {
  const text = search.trim();
  const wanted = fold(text);
  const found = template.options.filter(({ label }) => fold(label).includes(wanted));
  const named = text === '' ? undefined : optionByLabel(template, text);
  const options = named ? [named, ...found.filter((option) => option !== named)] : found;
  const known = named?.label === text;
  return {
    options: options.slice(0, shownOptions),
    more: Math.max(0, options.length - shownOptions),
    add: canAdd && text !== '' && !known ? text : null,
  };
}

/** Those of some options that their field still has. */
export const knownOptions = (values: readonly string[], template: SelectTemplate): readonly string[] =>
  values.filter((value) => optionIndex(template).byValue.has(value));

export interface Leaving {
  /** The options chosen before. */
  readonly chosen: readonly string[];
  readonly search: string;
  /** Whether what was typed stands for the cell's content, not for a search among the options. */
  readonly replaces: boolean;
  readonly many: boolean;
}

/**
 * What leaving the list makes of a text nobody pressed Enter on: the option named so, or, where it was typed onto the
 * cell and nothing else was chosen, the text itself, which does not fit. null: the chosen options stand.
 */
export function cellOfSearch(
  template: SelectTemplate,
  { chosen, search, replaces, many }: Leaving,
): { readonly values: readonly string[] } | { readonly raw: string } | null {
  if (search.trim() === '') return null;
  const option = optionByLabel(template, search);
  if (option) {
    if (!many) return { values: [option.value] };
    return chosen.includes(option.value) ? null : { values: [...chosen, option.value] };
  }
  return replaces && (!many || chosen.length === 0) ? { raw: search } : null;
}
