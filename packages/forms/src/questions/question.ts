import type { Attachment, CellValue, FieldShape, Filter } from '@weft/core';

export type SettingValue = string | number | boolean;

/** What can be chosen. Answers hold its id, so that a renamed choice keeps them. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Of a picture choice: as `imageOf` reads it, and what it shows. */
  readonly image?: string;
  readonly alt?: string;
  /** How many answers may hold it; without one any number. */
  readonly capacity?: number;
  /** Of a product: as its author wrote it, in the currency of its question. */
  readonly price?: string;
  /** Of a product: its taxes in per cent, as its author wrote them; left out, those of its question. */
  readonly taxRate?: string;
  /** It is offered where these conditions hold; without any, always. */
  readonly shownWhen?: Filter;
  /** These conditions do not hold now. */
  readonly isHidden?: boolean;
  /** It has no room left. */
  readonly isFull?: boolean;
  /** It has no room left, and may be waited for. */
  readonly isWaitedFor?: boolean;
}

/** What stands in a question before it is answered, where its conditions hold. */
export interface DefaultRule {
  readonly when: Filter;
  readonly text: string;
}

/** One of several fields that a question asks for together: a street, the row of a matrix. */
export interface Part {
  /** Also the id of the field that keeps what is answered to it. */
  readonly id: string;
  /** Which of its question's parts it is: 'street'. */
  readonly name: string;
  readonly label: string;
  /** Of a column of a repeating group: the type of its cells, and whether each row needs it. */
  readonly kind?: string;
  readonly required?: boolean;
}

export interface Question<Type extends string = string> {
  /** Also the id of the field that keeps the answers, where these are of one field. */
  readonly id: string;
  readonly type: Type;
  readonly label: string;
  /** Said under the label; empty: nothing is. */
  readonly help: string;
  readonly required: boolean;
  /** By name, as far as they were set. */
  readonly settings: { readonly [name: string]: SettingValue };
  readonly choices: readonly Choice[];
  readonly parts: readonly Part[];
  /** It is shown where these conditions hold; null: always. They ask about answers given before. */
  readonly shownWhen: Filter | null;
  /** An answer is required where these conditions hold too. */
  readonly requiredWhen: Filter | null;
  /** What stands in it at first by conditions: the first that holds counts, else the setting `usual`. */
  readonly usualWhen?: readonly DefaultRule[];
  /** Where there is room, it stands in the row of the one before it. */
  readonly isBeside?: true;
}

/** A field that keeps answers, as the form would make it. */
export type AnswerField = { readonly id: string; readonly name: string } & FieldShape;

/** What was sent for a question, by the ids of its fields. */
export interface Reading {
  readonly values: ReadonlyMap<string, CellValue>;
  /** What is wrong, a sentence each. */
  readonly faults: ReadonlyMap<string, string>;
}

/** A file that was sent to the form, by its id; null: there is none. */
export type FilesOf = (fileId: string) => Attachment | null;

/** What is known besides the texts of a question. */
export interface Given {
  readonly fileOf: FilesOf;
  /** The number that was answered before to the question of a name; null: none was. */
  readonly numberNamed: (name: string) => number | null;
  /** The same as somebody types it: 25 for 25 %, which counts as 0.25. */
  readonly typedNumberNamed: (name: string) => number | null;
  /** Now, ISO 8601 UTC. */
  readonly at: string;
}

/** The texts that were sent under an id: trimmed, empty ones left out. */
export type TextsOf = (id: string) => readonly string[];
