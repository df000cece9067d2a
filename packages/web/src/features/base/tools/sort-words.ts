import type { FieldKind, SortKey } from '@weft/core';

type Words = { readonly [direction in SortKey['direction']]: string };

const text: Words = { asc: 'A → Z', desc: 'Z → A' };
const figure: Words = { asc: '1 → 9', desc: '9 → 1' };
const date: Words = { asc: 'Earliest → Latest', desc: 'Latest → Earliest' };
const option: Words = { asc: 'First → Last option', desc: 'Last → First option' };

/** The two directions of a sort in words, by what is sorted. */
export const sortWords: { readonly [K in FieldKind]: Words } = {
  single_line_text: text,
  long_text: text,
  number: figure,
  currency: figure,
  percent: figure,
  rating: figure,
  duration: { asc: 'Shortest → Longest', desc: 'Longest → Shortest' },
  date,
  datetime: date,
  checkbox: { asc: 'Unchecked → Checked', desc: 'Checked → Unchecked' },
  single_select: option,
  multiple_select: option,
  attachments: text,
  email: text,
  url: text,
  phone_number: text,
  linked_record: text,
  lookup: text,
};
