import { isMissingMarker } from '@weft/core';
import { trimmedText } from '../convert/trimmed-text.ts';
import { detached } from '../csv/row-fault.ts';
import { namesPhones } from './column-names.ts';
import { UniqueCheck } from './distinct.ts';
import { Family, keptCells, type Reading, type Unfit, type UnfitCell } from './family.ts';
import { currencyRecogniser, numberRecogniser, percentRecogniser } from './number-recognisers.ts';
import {
  type DateFacts,
  dateRecognisers,
  durationRecogniser,
  emailRecogniser,
  phoneRecogniser,
  urlRecogniser,
} from './other-recognisers.ts';

/** Different values counted one by one, as many as a select may have options; in characters to bound the memory. */
export const maxDistinct = 1000;
const maxDistinctLength = 100_000;

interface Seen {
  count: number;
  readonly row: number;
  readonly line: number;
}

const lineBreak = /[\n\r\u2028\u2029]/;
/** What was learnt of one column. */
export interface ColumnFacts {
  readonly filled: number;
  /** Cells that are empty or only blanks. */
  readonly empty: number;
  /** The different values as they stand with the count of cells, in order of first appearance; null when there are too many. */
  readonly distinct: ReadonlyMap<string, number> | null;
  /** No two filled cells are the same; null when it was not watched. */
  readonly unique: boolean | null;
  readonly longest: number;
  readonly multiline: number;
  /** Some cell has a line break around its text, or holds nothing else: numbers and dates trim it, but it is no single line. */
  readonly edgeLineBreaks: boolean;
  /** Cells that are no single line as they stand, line breaks around the text included. */
  readonly severalLines: Unfit;
  /** Values with white space around them, and cells of nothing else. */
  readonly padded: number;
  readonly blank: number;
  /** Whole-digit cells that begin with a zero, and those of more than 15 digits. */
  readonly leadingZeros: number;
  readonly longDigits: number;
  /** Every filled cell has this many digits and nothing else; 0 when they differ. */
  readonly digitWidth: number;
  /** While they are as wide as each other: the most digits one has before its trailing zeros. */
  readonly mostSignificant: number;
  readonly samples: readonly string[];
  /** The column's different values in order of first appearance, as many as are known. */
  readonly firstDistinct: readonly string[];
  readonly readings: readonly Reading[];
  /** No number has a separator. */
  readonly plainNumbers: boolean;
  /** Some number has a decimal comma, but most have none. */
  readonly rareCommas: boolean;
  /** The only exponents are like 1e-05 and no cell has a decimal point: rather codes than numbers. */
  readonly exponentCodes: boolean;
  readonly dates: DateFacts;
  /** Every duration may be a time of day; `minutes`: they are written as hours and minutes. */
  readonly clockTimes: (minutes: boolean) => boolean;
  readonly markers: Markers;
}

/** Cells that say that there is no value: NA, n/a, -. Where the others are numbers or dates they stay text. */
interface Markers {
  readonly count: number;
  /** The different ones, the first few. */
  readonly texts: readonly string[];
}

const keptMarkers = 4;

/** The families still alive after this cell. */
function tested(families: Family[], cell: string, weight: number, row: number, line: number): Family[] {
  let died = false;
  const text = trimmedText(cell);
  for (const family of families) {
    family.add(
      family.recogniser.asWritten === true ? cell : text,
      weight,
      row,
      line,
      text.length < cell.length,
    );
    if (family.dead) died = true;
  }
  return died ? families.filter((family) => !family.dead) : families;
}

/** Profiles one column, cell by cell. Each different value is tested once while there are at most `maxDistinct`. */
export class ColumnProfiler {
  readonly #families: Family[];
  /** Families of which a marker is a missing value, and those of which it is a text that does not fit. */
  #live: Family[];
  #liveShapes: Family[];
  readonly #number = numberRecogniser();
  readonly #duration = durationRecogniser();
  #distinct: Map<string, Seen> | null = new Map();
  #distinctLength = 0;
  #firstDistinct: readonly string[] = [];
  #unique: UniqueCheck | null;
  #uniqueKnown: boolean | null = null;
  #filled = 0;
  #longest = 0;
  #multiline = 0;
  #edgeLineBreaks = false;
  #padded = 0;
  #blank = 0;
  #severalLines = 0;
  readonly #firstMultiline: UnfitCell[] = [];
  #leadingZeros = 0;
  #longDigits = 0;
  #digitWidth: number | null = null;
  #mostSignificant = 0;
  readonly #samples: string[] = [];
  #markers = 0;
  readonly #markerTexts: string[] = [];
  readonly #dates: () => DateFacts;

  constructor(name: string, watchUnique: boolean) {
    this.#unique = watchUnique ? new UniqueCheck() : null;
    const [day, moment, dates] = dateRecognisers();
    this.#dates = dates;
    const measures = [this.#number, percentRecogniser(), currencyRecogniser(), day, moment, this.#duration];
    const shapes = [emailRecogniser(), urlRecogniser(), phoneRecogniser(namesPhones(name))];
    this.#live = measures.map((recogniser) => new Family(recogniser));
    this.#liveShapes = shapes.map((recogniser) => new Family(recogniser));
    this.#families = [...this.#live, ...this.#liveShapes];
  }

  add(cell: string, row: number, line: number): void {
    if (cell === '') return;
    if (this.#distinct) {
      const seen = this.#distinct.get(cell);
      if (seen) {
        seen.count++;
        this.#filled++;
        return;
      }
    }
    const text = trimmedText(cell);
    if (text.length < cell.length && lineBreak.test(cell) && !lineBreak.test(text))
      this.#edgeLineBreaks = true;
    if (text === '') {
      this.#blank++;
      return;
    }
    this.#filled++;
    if (this.#distinct) {
      if (this.#distinct.size < maxDistinct && this.#distinctLength + cell.length <= maxDistinctLength) {
        this.#distinctLength += cell.length;
        this.#distinct.set(detached(cell), { count: 1, row, line });
        return;
      }
      this.#spill();
    }
    this.#unique?.add(cell);
    this.#test(cell, 1, row, line);
  }

  /** Too many different values to remember: from here on each cell is tested. */
  #spill(): void {
    const distinct = this.#distinct;
    if (!distinct) return;
    this.#distinct = null;
    this.#firstDistinct = [...distinct.keys()];
    for (const [cell, seen] of distinct) {
      if (seen.count > 1) {
        this.#unique = null;
        this.#uniqueKnown = false;
      }
      this.#unique?.add(cell);
      this.#test(cell, seen.count, seen.row, seen.line);
    }
  }

  #test(cell: string, weight: number, row: number, line: number): void {
    const text = trimmedText(cell);
    if (text.length < cell.length) this.#padded += weight;
    if (cell.length > this.#longest) this.#longest = cell.length;
    const isMarker = isMissingMarker(text);
    if (isMarker) this.#mark(text, weight);
    else if (text.length < 64) this.#watchDigits(text, weight);
    if (this.#samples.length < 5) this.#samples.push(detached(cell.slice(0, 200)));
    if (lineBreak.test(cell)) {
      this.#severalLines += weight;
      if (lineBreak.test(text)) this.#multiline += weight;
      if (this.#firstMultiline.length < keptCells) {
        this.#firstMultiline.push({ row, line, value: detached(cell.slice(0, 200)) });
      }
    }
    if (!isMarker) this.#live = tested(this.#live, cell, weight, row, line);
    this.#liveShapes = tested(this.#liveShapes, cell, weight, row, line);
  }

  #mark(text: string, weight: number): void {
    this.#markers += weight;
    if (this.#markerTexts.length < keptMarkers && !this.#markerTexts.includes(text))
      this.#markerTexts.push(detached(text));
  }

  #watchDigits(text: string, weight: number): void {
    if (this.#digitWidth === 0) {
      // Widths differ already: leading zeros and long runs still count.
      const first = text.charCodeAt(0);
      if (first !== 48 && text.length <= 15) return;
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 48 || code > 57) {
        this.#digitWidth = 0;
        return;
      }
    }
    if (text.length > 1 && text.charCodeAt(0) === 48) this.#leadingZeros += weight;
    if (text.length > 15) this.#longDigits += weight;
    this.#digitWidth ??= text.length;
    if (this.#digitWidth !== text.length) this.#digitWidth = 0;
    let significant = text.length;
    while (significant > this.#mostSignificant && text.charCodeAt(significant - 1) === 48) significant--;
    this.#mostSignificant = Math.max(this.#mostSignificant, significant);
  }

  /** `rows`: how many rows the table has; where a row ended before this column, its cell is empty. */
  finish(rows: number): ColumnFacts {
    const distinct = this.#distinct;
    if (distinct) {
      this.#spill();
      this.#uniqueKnown = [...distinct.values()].every((seen) => seen.count === 1);
    } else if (this.#uniqueKnown === null && this.#unique) this.#uniqueKnown = this.#unique.unique;
    return {
      filled: this.#filled,
      empty: rows - this.#filled,
      distinct: distinct && new Map([...distinct].map(([text, seen]) => [text, seen.count])),
      unique: this.#uniqueKnown,
      longest: this.#longest,
      multiline: this.#multiline,
      edgeLineBreaks: this.#edgeLineBreaks,
      severalLines: { count: this.#severalLines, atLeast: false, first: this.#firstMultiline },
      padded: this.#padded,
      blank: this.#blank,
      leadingZeros: this.#leadingZeros,
      longDigits: this.#longDigits,
      digitWidth: this.#digitWidth ?? 0,
      mostSignificant: this.#mostSignificant,
      samples: this.#samples,
      firstDistinct: this.#firstDistinct,
      readings: this.#families.flatMap((family) => family.readings()),
      plainNumbers: this.#number.plain(),
      rareCommas: this.#number.rareCommas(),
      exponentCodes: this.#number.codes(),
      dates: this.#dates(),
      clockTimes: this.#duration.clockTimes,
      markers: { count: this.#markers, texts: this.#markerTexts },
    };
  }
}
