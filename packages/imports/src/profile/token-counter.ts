import { joinLabels } from '@weft/core';
import { splitTokens, type TokenSeparator, tokenSeparators } from '../convert/column-format.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { detached } from '../csv/row-fault.ts';

/** What multiple select needs to know of a column, for one separator. */
export interface TokenCounts {
  readonly separator: TokenSeparator;
  /** Tokens in order of first appearance with the cells that have them. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Cells with two tokens or more. */
  readonly several: number;
  /** Each cell is its tokens joined by one and the same text, without repeats or empty ones. */
  readonly lossless: boolean;
  /** Lists of different lengths: `town, country` in every cell is no list. */
  readonly lists: boolean;
  /** Some label stands at the head of one cell and behind another in the next. */
  readonly moves: boolean;
}

const maxTokens = 1000;

class SeparatorCounts {
  readonly separator: TokenSeparator;
  readonly tokens = new Map<string, number>();
  several = 0;
  lossless = true;
  lists = false;
  #length = 0;
  readonly #heads = new Set<string>();
  readonly #others = new Set<string>();
  #joint: string | null = null;

  constructor(separator: TokenSeparator) {
    this.separator = separator;
  }

  add(text: string, weight: number): void {
    if (trimmedText(text).length < text.length) {
      // White space around a cell would be lost in a list.
      this.lossless = false;
      return;
    }
    const parts = splitTokens(text, this.separator);
    const unique = new Set(parts);
    if (this.#length === 0) this.#length = parts.length;
    else if (this.#length !== parts.length) this.lists = true;
    for (const [place, part] of parts.entries()) (place === 0 ? this.#heads : this.#others).add(part);
    if (parts.length > 1) {
      this.several += weight;
      this.#joint ??= text.startsWith(`${parts[0]}${this.separator} `)
        ? `${this.separator} `
        : this.separator;
      if (parts.join(this.#joint) !== text && joinLabels(parts) !== text) this.lossless = false;
    } else if (parts[0] !== text && joinLabels(parts) !== text) this.lossless = false;
    if (unique.size !== parts.length) this.lossless = false;
    for (const token of unique) {
      const count = this.tokens.get(token);
      if (count !== undefined) this.tokens.set(token, count + weight);
      else if (this.tokens.size < maxTokens) this.tokens.set(detached(token), weight);
    }
  }

  get moves(): boolean {
    for (const token of this.#heads) if (this.#others.has(token)) return true;
    return false;
  }
}

/** Counts the tokens of a column's different values (it is only used while those are few). */
export function countTokens(
  values: Iterable<readonly [text: string, weight: number]>,
): readonly TokenCounts[] {
  const counts = tokenSeparators.map((separator) => new SeparatorCounts(separator));
  for (const [text, weight] of values) for (const count of counts) count.add(text, weight);
  return counts.filter((count) => count.several > 0);
}
