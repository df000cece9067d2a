import type { FieldKind } from '@weft/core';
import type { ColumnFormat } from '../convert/column-format.ts';
import { detached } from '../csv/row-fault.ts';

/** A cell that does not fit, with its place: `row` counts the data rows from 1. */
export interface UnfitCell {
  readonly row: number;
  readonly line: number;
  /** At most 200 characters. */
  readonly value: string;
}

/** How many filled cells do not fit; a candidate that is far off is given up and the count is a lower bound. */
export interface Unfit {
  readonly count: number;
  readonly atLeast: boolean;
  readonly first: readonly UnfitCell[];
}

/** Cells whose value is the same and whose text is not, with the first of these texts. */
interface Rewritten {
  readonly count: number;
  readonly first: string | null;
}

/** One reading of a column: a field type with settings and format, and how well the whole column fits it. */
export interface Reading {
  readonly fieldType: FieldKind;
  readonly template: object;
  readonly format: ColumnFormat;
  /** Numbers: the most decimals that a cell has. */
  readonly decimals?: number;
  /** Some cell has an exponent. */
  readonly exponents?: boolean;
  /** Cells that would not survive the round trip: the type is proposed only when there are none. */
  readonly strict: Unfit;
  /** Cells that could not be converted if a person chose this type; markers of missing values are not among them. */
  readonly unfit: Unfit;
  /** Cells that fit and will be written differently in an export: 1,234 as 1234. */
  readonly rewritten: Rewritten;
}

/** Readings that are tested together (a number in each of its styles). */
export interface Recogniser {
  /** Asked of the cells as they stand; others are asked of the texts without the white space around them. */
  readonly asWritten?: boolean;
  readonly variants: number;
  /**
   * Packed: bits 0-7 the variants it fits losslessly, bits 8-15 those it fits at all, bits 16-23 those whose canonical
   * text is another one than the cell's. Nobody looks at the bits of variants that are not `live`: they need not be
   * tested.
   */
  readonly test: (text: string, live: number) => number;
  /** Field type, settings and format of a variant, once every cell was seen; null for one that never applied. */
  readonly describe: (
    variant: number,
  ) => Pick<Reading, 'fieldType' | 'template' | 'format' | 'decimals' | 'exponents'> | null;
}

export const fit = (strict: number, lenient: number, rewritten = 0): number =>
  strict | ((lenient | strict) << 8) | (rewritten << 16);

/** Read when a person says so, but the text did not say so itself. */
export const lenientOnly = (result: number): number => result & 0xff_ff00;
/** As `result`, under every variant written differently than the cell. */
export const allRewritten = (result: number): number => (result & 0xffff) | ((result & 0xff00) << 8);

/** Cells that are shown of those that do not fit; fewer means that no other text was met. */
export const keptCells = 3;
const minMissesToGiveUp = 100;

/** Counts the cells that do not fit a family's variants. */
export class Family {
  readonly recogniser: Recogniser;
  readonly #all: number;
  readonly #strict: { count: number; first: UnfitCell[] }[] = [];
  readonly #lenient: { count: number; first: UnfitCell[] }[] = [];
  readonly #rewritten: { count: number; first: string | null }[] = [];
  #tested = 0;
  /** Bits of the variants still tested. */
  #live: number;

  constructor(recogniser: Recogniser) {
    this.recogniser = recogniser;
    this.#live = (1 << recogniser.variants) - 1;
    this.#all = fit(this.#live, this.#live);
    for (let i = 0; i < recogniser.variants; i++) {
      this.#strict.push({ count: 0, first: [] });
      this.#lenient.push({ count: 0, first: [] });
      this.#rewritten.push({ count: 0, first: null });
    }
  }

  get dead(): boolean {
    return this.#live === 0;
  }

  /** `weight` cells hold this text, the first of them in this row; `padded`: with white space around it. */
  add(text: string, weight: number, row: number, line: number, padded = false): void {
    this.#tested += weight;
    const fits = this.recogniser.test(text, this.#live);
    const result = padded ? allRewritten(fits) : fits;
    if (result === this.#all) return;
    for (let i = 0; i < this.recogniser.variants; i++) {
      const bit = 1 << i;
      if ((this.#live & bit) === 0) continue;
      if ((result & (bit << 16)) !== 0) {
        const entry = this.#rewritten[i];
        if (entry) {
          entry.count += weight;
          entry.first ??= detached(text.slice(0, 200));
        }
      }
      if ((result & bit) !== 0) continue;
      this.#count(this.#strict, i, text, weight, row, line);
      if ((result & (bit << 8)) !== 0) continue;
      const misses = this.#count(this.#lenient, i, text, weight, row, line);
      // Far from this type: nobody needs to know how far.
      if (misses >= minMissesToGiveUp && misses * 5 > this.#tested) this.#live &= ~bit;
    }
  }

  #count(
    counts: { count: number; first: UnfitCell[] }[],
    variant: number,
    text: string,
    weight: number,
    row: number,
    line: number,
  ): number {
    const entry = counts[variant];
    if (!entry) return 0;
    entry.count += weight;
    if (entry.first.length < keptCells) entry.first.push({ row, line, value: detached(text.slice(0, 200)) });
    return entry.count;
  }

  readings(): Reading[] {
    const readings: Reading[] = [];
    for (let i = 0; i < this.recogniser.variants; i++) {
      const described = this.recogniser.describe(i);
      const strict = this.#strict[i];
      const lenient = this.#lenient[i];
      if (!described || !strict || !lenient) continue;
      const atLeast = (this.#live & (1 << i)) === 0;
      readings.push({
        ...described,
        strict: { ...strict, atLeast },
        unfit: { ...lenient, atLeast },
        rewritten: { count: 0, first: null, ...this.#rewritten[i] },
      });
    }
    return readings;
  }
}
