import { splitLabels } from '@weft/core';
import type { CheckboxWords } from './checkbox-words.ts';
import type { DateOrder } from './date-text.ts';
import type { NumberStyle } from './number-text.ts';

/** How a column writes its values: what a converter must know beside the field's type and settings. Plain JSON. */
export interface ColumnFormat {
  /** number, currency, percent */
  readonly style?: NumberStyle;
  /** currency: the one symbol of the column, and whether it stands before the number. */
  readonly symbol?: string;
  readonly symbolBefore?: boolean;
  /** date, datetime */
  readonly order?: DateOrder;
  /** datetime: the zone of texts that name none; UTC when left out. */
  readonly timeZone?: string;
  /** checkbox */
  readonly words?: CheckboxWords;
  /** multiple_select */
  readonly separator?: TokenSeparator;
  /** selects, checkbox, email, url, phone_number: the white space around a value is left out, because a person said so. */
  readonly trim?: boolean;
}

export const tokenSeparators = [',', ';'] as const;
export type TokenSeparator = (typeof tokenSeparators)[number];

/** The labels of a cell; a comma list may quote labels that have commas, as the product's own export does. */
export const splitTokens = (text: string, separator: TokenSeparator): readonly string[] =>
  separator === ','
    ? splitLabels(text)
    : text
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '');
