import type { FieldKind } from '@weft/core';
import {
  ArrowUpRight,
  Calendar,
  CalendarClock,
  CircleChevronDown,
  CircleDollarSign,
  Hash,
  Link,
  ListChecks,
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
} from 'lucide-react';
import type { IconType } from '../primitives/Icon.tsx';

/** The sign of each kind of field (look, section 2). */
export const fieldIcons: { readonly [K in FieldKind]: IconType } = {
  single_line_text: Type,
  long_text: Text,
  number: Hash,
  currency: CircleDollarSign,
  percent: Percent,
  rating: Star,
  duration: Timer,
  date: Calendar,
  datetime: CalendarClock,
  checkbox: SquareCheck,
  single_select: CircleChevronDown,
  multiple_select: ListChecks,
  attachments: Paperclip,
  email: Mail,
  url: Link,
  phone_number: Phone,
  linked_record: ArrowUpRight,
  lookup: ScanSearch,
};
