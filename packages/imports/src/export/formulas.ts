import type { Field } from '@weft/core';
import { sheetColumn } from '../file-kinds.ts';

/**
 * What a spreadsheet that opens a CSV file may take for the beginning of a formula. Some drop white space before it, and
 * East Asian ones read full-width signs as the usual ones.
 */
const beginsFormula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** A number with its sign is no formula. */
const isNumber = /^[+-]\d[\d.,]*%?$/;

/** The text with an apostrophe before what a spreadsheet would compute; read back it is one of the text's characters. */
export const withoutFormula = (text: string): string =>
  beginsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;

/** The same of a field's cell: what a spreadsheet has a kind of value for is no text. */
export const cellWithoutFormula = ({ type }: Field, text: string, raw: string | undefined): string =>
  raw === undefined && sheetColumn(type).value !== undefined ? text : withoutFormula(text);
