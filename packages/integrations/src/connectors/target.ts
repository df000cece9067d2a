import type { FieldKind } from '@weft/core';
import type { TargetKind } from '@weft/protocol';

export type { TargetKind };

/** What is written to or read from: a base, a sheet, a channel. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** When it was changed last, ISO 8601, where its list says so. */
  readonly changedAt?: string;
}

/** The target as far as it was chosen: the id of each step, by the step's key. */
export type Target = { readonly [key: string]: string };

/** A field of a target that an answer can be written into. */
export interface TargetField {
  readonly id: string;
  readonly name: string;
  readonly kind: TargetKind;
  /** Of a field that takes anything: what stands in it so far. */
  readonly holds?: TargetKind;
  readonly required?: boolean;
  /** Names the field takes; absent: any. */
  readonly choices?: readonly string[];
  /** Takes an email address alone: a test writes that of whoever tests. */
  readonly address?: boolean;
  /** Of a number: a percentage is written as it is said, 25 for a quarter. */
  readonly inHundredths?: boolean;
  /** Of an instant: a day alone is none. */
  readonly hasTime?: boolean;
  /** Where the person writes a text with answers in it, beside picking one question. */
  readonly template?: boolean;
}

/** A file of an answer. */
export interface OutgoingFile {
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** An address that needs no account and lives for a day; null where this server has no public one. */
  readonly url: string | null;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * A value for a field, by its kind: text and choice are texts, choices are lists of them, date is `YYYY-MM-DD`, datetime
 * an ISO 8601 instant.
 */
export type OutgoingValue = string | number | boolean | readonly string[] | readonly OutgoingFile[];

/** One answer on its way out. */
export interface OutgoingItem {
  /** The same at each attempt: it goes where the service has a place for an idempotency key. */
  readonly key: string;
  /** What is written, by the target's field; nothing stands for an empty answer. */
  readonly values: ReadonlyMap<string, OutgoingValue>;
  /** The fields as the target had them now. */
  readonly fields: readonly TargetField[];
}

/** What the service says of a written item. */
export interface Written {
  /** One sentence for the log: 'Added a record to Guests'. */
  readonly said: string;
  readonly url?: string;
}

/** A column of a table that is to be made, by what its answers are. */
export interface NewColumn {
  readonly name: string;
  readonly type: FieldKind;
  /** Names that a select offers. */
  readonly options?: readonly string[] | undefined;
  /** Of amounts of money. */
  readonly currencySymbol?: string | undefined;
}

export interface NewTable {
  readonly name: string;
  readonly headers: readonly NewColumn[];
}

/** Tables or sheets that are to be made. */
export interface NewTargets {
  /** What something new that holds them is called. */
  readonly title: string;
  /** The target as far as it was chosen. */
  readonly within: Target;
  readonly tables: readonly NewTable[];
}

/** What was made, in the order in which it was asked for. */
export interface MadeTargets {
  /** What holds them: a base, a spreadsheet. */
  readonly within: Target;
  readonly tables: readonly Choice[];
}
