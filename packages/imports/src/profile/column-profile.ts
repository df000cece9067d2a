import type { FieldKind } from '@weft/core';
import type { ColumnFormat } from '../convert/column-format.ts';
import type { Unfit } from './family.ts';

/** A type a person may choose for the column, and what would not fit it. */
export interface Alternative {
  readonly fieldType: FieldKind;
  /** Settings that show the values as the file has them; for selects without the options, which `labels` name. */
  readonly template: object;
  readonly format: ColumnFormat;
  readonly unfit: Unfit;
  /** Cells whose text in an export is another one, the value being the same: 1,234 as 1234. */
  readonly rewritten: number;
  /** What is decided with this type, in sentences: `“NA” in 12 cells stays as text`. */
  readonly notes: readonly string[];
}

/** White space around the values of a column. */
export interface SurroundingSpace {
  /** Values with some around them. */
  readonly cells: number;
  /** Cells of nothing else: they count as empty. */
  readonly blank: number;
  /** Those of `cells` that differ from another value in nothing else; 0 where the values are too many to be compared. */
  readonly merged: number;
  /** What every value is once it is left out, where that is the one thing in the way. */
  readonly fits: FieldKind | null;
}

/** What the whole file says of one column. Plain JSON: it may be stored between the preview and the import. */
export interface ColumnProfile {
  readonly sourceIndex: number;
  readonly fieldName: string;
  readonly fieldType: FieldKind;
  readonly template: object;
  readonly format: ColumnFormat;
  /** 0-1. */
  readonly confidence: number;
  /** A sentence for the person: why this type. */
  readonly reason: string;
  readonly isPrimary: boolean;
  /** As of an alternative. */
  readonly rewritten: number;
  readonly notes: readonly string[];
  /** Cells that say that there is no value (NA, n/a, -), whatever the type, and the first different ones. */
  readonly markers: { readonly count: number; readonly texts: readonly string[] };
  readonly counts: {
    readonly filled: number;
    readonly empty: number;
    /** Different values; `distinctAtLeast` says that there are more than were counted. */
    readonly distinct: number;
    readonly distinctAtLeast: boolean;
    /** Null where it was not watched (beyond the first columns of many values). */
    readonly unique: boolean | null;
  };
  readonly outerSpace: SurroundingSpace;
  /** Every other importable type, the better fitting first; a type can be there twice (day or month first). */
  readonly alternatives: readonly Alternative[];
  /** The first different values, at most 200 characters each. */
  readonly samples: readonly string[];
  /** Labels of a single select of this column, in order of first appearance: at most 1,000. */
  readonly labels: readonly string[];
  /** Labels of a multiple select of this column, by its separator. */
  readonly tokens: readonly string[];
}

/** “NA”, “-” */
export const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ');

/** `6896` as people write it: 6,896. */
export const grouped = (count: number): string => `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
