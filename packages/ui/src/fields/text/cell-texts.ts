import type { FieldKind, FieldOf } from '@weft/core';
import { currencyText, numberText, percentText } from './amount-text.ts';
import { type CellText, plainText } from './cell-text.ts';
import { momentText } from './moment-text.ts';

/** THE list of how kinds are written as text: a kind without its line does not compile. */
const cellTexts: { readonly [K in FieldKind]: CellText<FieldOf<K>> } = {
  single_line_text: { ...plainText, spellCheck: true },
  long_text: plainText,
  number: numberText,
  currency: currencyText,
  percent: percentText,
  rating: plainText,
  duration: { ...plainText, isFigures: true },
  date: momentText,
  datetime: momentText,
  checkbox: plainText,
  single_select: plainText,
  multiple_select: plainText,
  attachments: plainText,
  email: { ...plainText, inputMode: 'email' },
  url: { ...plainText, inputMode: 'url' },
  phone_number: { ...plainText, inputMode: 'tel' },
  linked_record: plainText,
  lookup: plainText,
};

/** How a kind only known at run time is written; hand it that kind's own fields. */
export const cellText = (kind: FieldKind): CellText => cellTexts[kind] as unknown as CellText;
