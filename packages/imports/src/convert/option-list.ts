import { longestLabel, maxOptions, nextOptionColor, type SelectOption } from '@weft/core';

/** The options of a select field, growing by each new label up to 1,000, in the palette's order. */
export class OptionList {
  readonly #newValue: () => string;
  readonly #options: SelectOption[];
  readonly #values: Map<string, string>;

  /** `newValue` makes an option's value (`shortId`). */
  constructor(known: readonly SelectOption[], newValue: () => string) {
    this.#newValue = newValue;
    this.#options = [...known];
    this.#values = new Map(known.map((option) => [option.label, option.value]));
  }

  get options(): readonly SelectOption[] {
    return this.#options;
  }

  /** The value of a label, added when new; null when the list is full or the label too long to be one. */
  valueOf(label: string): string | null {
    const value = this.#values.get(label);
    if (value !== undefined) return value;
    if (this.#options.length >= maxOptions || label.length > longestLabel) return null;
    const made = this.#newValue();
    this.#options.push({ value: made, label, color: nextOptionColor(this.#options) });
    this.#values.set(label, made);
    return made;
  }
}
