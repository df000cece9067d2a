import type { FieldKind } from '@weft/core';
import type { CellPainter } from './cell-painter.ts';
import { checkboxPainter, percentPainter, ratingPainter } from './figure-painters.ts';
import { multipleSelectPainter, singleSelectPainter } from './select-painters.ts';
import {
  emailPainter,
  formatted,
  longTextPainter,
  momentPainter,
  phonePainter,
  singleLineTextPainter,
  urlPainter,
} from './text-painters.ts';

/** THE list of how kinds look in the grid: a kind without its line does not compile. */
const cellPainters: { readonly [K in FieldKind]: CellPainter<K> } = {
  single_line_text: singleLineTextPainter,
  long_text: longTextPainter,
  number: formatted('number', 'is-end is-figures'),
  currency: formatted('currency', 'is-end is-figures'),
  percent: percentPainter,
  rating: ratingPainter,
  duration: formatted('duration', 'is-end is-figures'),
  date: momentPainter('date'),
  datetime: momentPainter('datetime'),
  checkbox: checkboxPainter,
  single_select: singleSelectPainter,
  multiple_select: multipleSelectPainter,
  attachments: formatted('attachments', 'is-muted'),
  email: emailPainter,
  url: urlPainter,
  phone_number: phonePainter,
  linked_record: formatted('linked_record', 'is-muted'),
  lookup: formatted('lookup', 'is-muted'),
};

/** The painter of a kind only known at run time; hand it that field's own values. */
export const cellPainter = (kind: FieldKind): CellPainter => cellPainters[kind] as unknown as CellPainter;
