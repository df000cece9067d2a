import type { Fault, Result } from '@weft/std';
import type { BaseRecord, Field } from '../base.ts';
import type { CellValue, FieldKind, Template, Value } from './field-kinds.ts';
import type { LinkedRecordTemplate, LookupTemplate, OptionColor } from './templates.ts';

/** What the pure code may not ask for itself. */
export interface FieldEnv {
  /** The reader's IANA zone. */
  readonly timeZone: string;
  /** BCP 47, for the `local` number and date formats. */
  readonly locale: string;
  /** ISO 8601 UTC; 'this week' is meant from here. Without it relative dates are refused. */
  readonly now?: string;
  /** Formats a phone number; its metadata is heavy, so the web hands it in when it has arrived. */
  readonly formatPhone?: (text: string) => string | null;
  /** What a linked record is called; undefined while it is not known. Without it links are only counted. */
  readonly linked?: (recordId: string) => LinkedLook | undefined;
  /** Finds what is seen through a lookup or a link field. Without it a lookup's values are texts of no kind. */
  readonly shownField?: FindShownField;
}

/** The field whose values are seen through another one: the one a lookup shows, or the one that names linked records. */
export interface ShownField {
  readonly field: Field;
  readonly type: FieldType<FieldKind, NonNullable<CellValue>, unknown>;
}

/** Null: the field, or the table it is in, is gone. */
export type FindShownField = (through: LookupTemplate | LinkedRecordTemplate) => ShownField | null;

/** How a linked record is shown. */
export interface LinkedLook {
  readonly name: string;
  readonly color: OptionColor;
  /** The primary cell. */
  readonly value?: CellValue;
}

/** What a text says: a value, or null for none; the error is a sentence. */
export type Parsed<V> = Result<V | null>;

/** A test of one cell, with its operand bound; `null` is the empty cell. */
type Test<V> = (value: V | null) => boolean;

/** A filter operator of a kind. `prepare` refuses an operand of the wrong shape with the reason. */
export interface Operator<V, T> {
  readonly label: string;
  readonly needsValue: boolean;
  readonly prepare: (operand: unknown, template: T, env: FieldEnv) => Result<Test<V>>;
}

/**
 * What cells of a column add up to, in parts that can be put together: of the filled cells, their number, and sum and
 * bounds of their measures.
 */
export interface Tally {
  readonly filled: number;
  /** 0 where measures are not added up; null where a double cannot say it. */
  readonly sum: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** A footer summary of a column; `format` shows its answer. */
export interface Aggregate<V, T> {
  readonly label: string;
  readonly compute: (values: Iterable<V | null>) => number | null;
  /** The same from the tally of `count` cells, where a tally tells: groups and large tables know no more. */
  readonly ofTally?: (tally: Tally, count: number) => number | null;
  readonly format: (result: number, template: T, env: FieldEnv) => string;
}

/** Telling values of a kind: used by the laws, the database oracle and the gallery. */
export interface FieldSamples<V, T> {
  readonly templates: readonly T[];
  readonly values: readonly V[];
  /** Texts that do not fit under any of the templates. */
  readonly unfit: readonly string[];
}

/**
 * Everything the product knows of one kind of field. One folder, one line in `field-types.ts`.
 * Laws (field-type-laws.ts): parse(format(v)) shows as v shows; fromText(toText(v)) = v; a parsed value is valid;
 * compare is a total order; conversion there and back loses nothing or keeps the text.
 */
export interface FieldType<K extends FieldKind, V = Value<K>, T = Template<K>> {
  readonly kind: K;
  /** As the field panel names it: 'Single line text'. */
  readonly label: string;
  readonly canBePrimary: boolean;
  /** Computed kinds cannot be edited, pasted into or imported. */
  readonly readOnly: boolean;
  /**
   * Of kinds whose cells the server keeps: nobody edits them, and they convert to other kinds. `moves`: every edit of a
   * record gives it another value.
   */
  readonly kept?: {
    readonly moves: boolean;
    /** Each record gets the next number of the field. */
    readonly counts?: true;
    /** Where the record itself says the value, and no cell is stored. */
    readonly ofRecord?: (record: BaseRecord) => V;
  };
  /** What the empty cell counts as when sorting: an unticked box is false. Without it empty cells come last. */
  readonly emptyCountsAs?: V;
  /** Fills in defaults, refuses what is out of bounds, drops unknown keys. */
  readonly readTemplate: (input: unknown) => Result<T, readonly Fault[]>;
  /** The settings a person starts with, where these say more than no settings at all. */
  readonly usualTemplate?: T;
  /** What a person typed into the cell or form. */
  readonly parse: (text: string, template: T, env: FieldEnv) => Parsed<V>;
  /** What a person pasted: the lenient rules of specification 2, section 5. */
  readonly fromPaste: (text: string, template: T, env: FieldEnv) => Parsed<V>;
  /** What a person sees. */
  readonly format: (value: V, template: T, env: FieldEnv) => string;
  /** The canonical text: lossless, independent of reader, zone and locale (export, conversion). */
  readonly toText: (value: V, template: T) => string;
  /** Reads `toText`'s output back. */
  readonly fromText: (text: string, template: T) => Parsed<V>;
  /** Whether a stored or received JSON value is one of this kind; empty text and lists become null. */
  readonly validate: (value: unknown, template: T) => Result<V | null>;
  /**
   * What counts of a stored value: a select's options that are gone do not, null when none is left. They stay in the cell,
   * and show again when the option comes back. Absent: all of it counts.
   */
  readonly shown?: (value: V, template: T) => V | null;
  /** Total order of non-empty values under the template (selects sort by option order). */
  readonly compare: (a: V, b: V, template: T) => number;
  /** The text searched by 'Search this table'. */
  readonly searchText: (value: V, template: T, env: FieldEnv) => string;
  readonly operators: { readonly [name: string]: Operator<V, T> };
  readonly aggregates: { readonly [name: string]: Aggregate<V, T> };
  /** The number that a value counts as in a tally: amounts, instants in milliseconds, ticks. */
  readonly measure?: { readonly of: (value: V) => number; readonly adds: boolean };
  /** Records are not grouped by the kind: hardly two of them would be in a group. */
  readonly ungrouped?: true;
  readonly samples: FieldSamples<V, T>;
}
