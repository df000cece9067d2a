import { longestLabel, maxOptions, nextOptionColor, type SelectOption } from '@weft/core';

/** The options of a select field, growing by each new label up to 1,000, in the palette's order. */
export class OptionList {
  readonly #newValue: (() => string) | null;
  readonly #options: SelectOption[];
  readonly #values: Map<string, string>;

  /** `newValue` makes an option's value (`shortId`); null: no option is added. */
  constructor(known: readonly SelectOption[], newValue: (() => string) | null) {
    this.#newValue = newValue;
    this.#options = [...known];
    this.#values = new Map(known.map((option) => [option.label, option.value]));
  }

  get options(): readonly SelectOption[] {
    return this.#options;
  }

  /** The value of a label, added when new; null when none is to be added, the list is full or the label too long to be one. */
  valueOf(label: string): string | null {
    const value = this.#values.get(label);
    if (value !== undefined) return value;
    if (this.#newValue === null || this.#options.length >= maxOptions || label.length > longestLabel)
      return null;
    const made = this.#newValue();
    this.#options.push({ value: made, label, color: nextOptionColor(this.#options) });
    this.#values.set(label, made);
    return made;
  }
}
