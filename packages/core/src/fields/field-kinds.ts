import type {
  CheckboxTemplate,
  CurrencyTemplate,
  DateTemplate,
  DurationTemplate,
  LinkedRecordTemplate,
  LookupTemplate,
  NumberTemplate,
  PercentTemplate,
  RatingTemplate,
  SelectTemplate,
} from './templates.ts';

/** The kinds of field, in the order they are offered. */
export const fieldKinds = [
  'single_line_text',
  'long_text',
  'number',
  'currency',
  'percent',
  'rating',
  'duration',
  'date',
  'datetime',
  'checkbox',
  'single_select',
  'multiple_select',
  'attachments',
  'email',
  'url',
  'phone_number',
  'linked_record',
  'lookup',
  'autonumber',
  'created_time',
  'created_by',
  'last_modified_time',
  'last_modified_by',
] as const;

export type FieldKind = (typeof fieldKinds)[number];

export const isFieldKind = (text: unknown): text is FieldKind => fieldKinds.some((kind) => kind === text);

export interface Attachment {
  readonly filename: string;
  readonly originalName: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
  readonly url: string;
  /** ISO 8601 UTC. */
  readonly uploadedAt: string;
  readonly metadata?: {
    readonly userId?: string;
    readonly wasDownloaded?: boolean;
    /** What it is at the service that the database shows. */
    readonly sourceId?: string;
  };
}

/** What a cell stores, by kind. `null` is the only empty value; an empty text or list is stored as null. */
interface FieldValues {
  single_line_text: string;
  long_text: string;
  number: number;
  currency: number;
  /** A fraction: 0.25 shows as 25%. */
  percent: number;
  rating: number;
  /** Seconds. */
  duration: number;
  /** ISO 8601 UTC, always `YYYY-MM-DDTHH:mm:ss.sssZ`; without displayTime 00:00Z of the calendar day. */
  date: string;
  datetime: string;
  checkbox: boolean;
  /** An option's `value`. */
  single_select: string;
  multiple_select: readonly string[];
  attachments: readonly Attachment[];
  email: string;
  url: string;
  phone_number: string;
  /** Record ids. */
  linked_record: readonly string[];
  /** Computed, never stored. */
  lookup: readonly CellValue[];
  /** Given by the server: 1 for the first record of a table, and never again. */
  autonumber: number;
  /** Kept by the server; ISO 8601 UTC as in `datetime`. */
  created_time: string;
  last_modified_time: string;
  /** Kept by the server: what the person is called now. */
  created_by: string;
  last_modified_by: string;
}

/** The settings of each kind. */
interface FieldTemplates {
  single_line_text: Record<string, never>;
  long_text: Record<string, never>;
  number: NumberTemplate;
  currency: CurrencyTemplate;
  percent: PercentTemplate;
  rating: RatingTemplate;
  duration: DurationTemplate;
  date: DateTemplate;
  datetime: DateTemplate;
  checkbox: CheckboxTemplate;
  single_select: SelectTemplate;
  multiple_select: SelectTemplate;
  attachments: Record<string, never>;
  email: Record<string, never>;
  url: Record<string, never>;
  phone_number: Record<string, never>;
  linked_record: LinkedRecordTemplate;
  lookup: LookupTemplate;
  autonumber: Record<string, never>;
  created_time: DateTemplate;
  last_modified_time: DateTemplate;
  created_by: Record<string, never>;
  last_modified_by: Record<string, never>;
}

export type CellValue =
  | null
  | string
  | number
  | boolean
  | readonly string[]
  | readonly Attachment[]
  | readonly CellValue[];

export type Value<K extends FieldKind> = FieldValues[K];
export type Template<K extends FieldKind> = FieldTemplates[K];
