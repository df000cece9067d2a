import type { FieldKind, SortKey } from '@weft/core';
import {
  ArrowUpRight,
  Calendar,
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CircleChevronDown,
  CircleDollarSign,
  Hash,
  Link,
  ListChecks,
  ListOrdered,
  Mail,
  Paperclip,
  Percent,
  Phone,
  ScanSearch,
  SquareCheck,
  Star,
  Text,
  Timer,
  Type,
  UserPen,
  UserPlus,
} from 'lucide-react';
import type { IconType } from '../primitives/Icon.tsx';

/** What a person fills in behind an operator. */
export type OperandKind =
  | 'text'
  | 'figure'
  | 'date'
  | 'checkbox'
  | 'option'
  | 'options'
  | 'records'
  | 'file-type';

/** How a kind is asked for in a filter. */
interface ConditionKind {
  /** The operator a new condition begins with. */
  readonly first: string;
  /** What the operator asks for; null: it cannot be filled in here, and is not offered. */
  readonly operand: (operator: string) => OperandKind | null;
  /** What a new condition holds already. */
  readonly preset?: unknown;
  /** What to enter where a figure is asked for. */
  readonly hint?: string;
}

/** What any page may need of a kind: no code that draws, reads or edits cells. */
export interface LightKind {
  /** The sign of the kind (look, section 2). */
  readonly icon: IconType;
  readonly sortWords: { readonly [direction in SortKey['direction']]: string };
  readonly condition: ConditionKind;
  /** Pixels of a column in a preview. */
  readonly previewWidth: number;
  /** Shown from the end of a cell, in figures of one width. */
  readonly isEndAligned?: true;
}

/** The same behind each operator. */
const asked = (kind: OperandKind | null) => (): OperandKind | null => kind;

const text = {
  sortWords: { asc: 'A → Z', desc: 'Z → A' },
  condition: {
    first: 'contains',
    // Rules of apps compare addresses; to people it would be a second 'is'.
    operand: (operator: string): OperandKind | null => (operator === 'is_address' ? null : 'text'),
  },
  previewWidth: 184,
} as const;
const count = {
  sortWords: { asc: '1 → 9', desc: '9 → 1' },
  condition: { first: 'equals', operand: asked('figure'), hint: 'Enter a number' },
} as const;
const figure = { ...count, previewWidth: 132, isEndAligned: true } as const;
const moment = {
  sortWords: { asc: 'Earliest → Latest', desc: 'Latest → Earliest' },
  condition: { first: 'is', operand: asked('date') },
} as const;
const option = {
  sortWords: { asc: 'First → Last option', desc: 'Last → First option' },
  previewWidth: 184,
} as const;
/** Of a lookup whose field is gone; the others are asked as the field that they show. */
const opaque = { ...text, condition: { first: 'is_not_empty', operand: asked(null) } } as const;

/** THE list of what any page may need of each kind: one without its line does not compile. */
export const lightKinds: { readonly [K in FieldKind]: LightKind } = {
  single_line_text: { ...text, icon: Type },
  long_text: { ...text, icon: Text },
  number: { ...figure, icon: Hash },
  currency: { ...figure, icon: CircleDollarSign },
  percent: { ...figure, icon: Percent },
  rating: { ...count, icon: Star, previewWidth: 100 },
  duration: {
    ...figure,
    icon: Timer,
    sortWords: { asc: 'Shortest → Longest', desc: 'Longest → Shortest' },
    condition: { ...figure.condition, hint: 'Enter a duration, like 1:30' },
  },
  date: { ...moment, icon: Calendar, previewWidth: 132 },
  datetime: { ...moment, icon: CalendarClock, previewWidth: 184 },
  checkbox: {
    icon: SquareCheck,
    sortWords: { asc: 'Unchecked → Checked', desc: 'Checked → Unchecked' },
    condition: { first: 'is', operand: asked('checkbox'), preset: true },
    previewWidth: 100,
  },
  single_select: {
    ...option,
    icon: CircleChevronDown,
    condition: {
      first: 'is',
      operand: (operator) => (operator === 'is' || operator === 'is_not' ? 'option' : 'options'),
    },
  },
  multiple_select: {
    ...option,
    icon: ListChecks,
    condition: { first: 'has_any_of', operand: asked('options') },
  },
  attachments: {
    ...text,
    icon: Paperclip,
    condition: { first: 'is_not_empty', operand: asked('file-type') },
  },
  email: { ...text, icon: Mail },
  url: { ...text, icon: Link },
  phone_number: { ...text, icon: Phone },
  linked_record: {
    ...text,
    icon: ArrowUpRight,
    condition: { first: 'has_any_of', operand: asked('records') },
  },
  lookup: { ...opaque, icon: ScanSearch },
  autonumber: { ...figure, icon: ListOrdered },
  created_time: { ...moment, icon: CalendarPlus, previewWidth: 184 },
  created_by: { ...text, icon: UserPlus },
  last_modified_time: { ...moment, icon: CalendarSync, previewWidth: 184 },
  last_modified_by: { ...text, icon: UserPen },
};
