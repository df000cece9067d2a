import type { Field, FieldKind } from '@weft/core';

/** What a spreadsheet that opens a CSV file may take for the beginning of a formula. */
const beginsFormula = /^[=+\-@\t\r]/;
/** A number with its sign is no formula. */
const isNumber = /^[+-]\d[\d.,]*%?$/;

const numeric: readonly FieldKind[] = [
  'number',
  'currency',
  'percent',
  'duration',
  'rating',
  'date',
  'datetime',
];

/** The text with an apostrophe before what a spreadsheet would compute; read back it is one of the text's characters. */
export const withoutFormula = (text: string): string =>
  beginsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;

/** The same of a field's cell: the values of numeric fields are no texts. */
export const cellWithoutFormula = ({ type }: Field, text: string, raw: string | undefined): string =>
  raw === undefined && numeric.includes(type) ? text : withoutFormula(text);
