import { fieldType } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { ForeignValue, GridKind } from '../grid-kind.ts';
import { type CellPainter, make, setLine, setText } from '../painting/cell-painter.ts';
import { formatted } from '../painting/formatted.ts';
import { numberSeries } from '../series/number-series.ts';
import { currencyText, numberText, percentText } from './amount-text.ts';

/** A bar of the share and the figure, or the figure alone. */
const percentPainter: CellPainter<'percent'> = {
  className: 'is-percent is-figures',
  paint(cell, value, context) {
    const text = fieldType('percent').format(value, context.field.template, context.env);
    cell.classList.toggle('is-end', !context.field.template.showProgressBar);
    if (!context.field.template.showProgressBar) return setLine(cell, text, context);
    if (cell.childElementCount !== 2) {
      const bar = make('span', 'wg-bar');
      bar.append(make('span', 'wg-bar-fill'));
      cell.replaceChildren(bar, make('span', 'wg-bar-text'));
    }
    const fill = cell.firstElementChild?.firstElementChild;
    if (fill instanceof HTMLElement) fill.style.width = `${Math.min(1, Math.max(0, value)) * 100}%`;
    if (cell.lastElementChild instanceof HTMLElement) setText(cell.lastElementChild, text);
  },
};

const ofForeign = (exact: ForeignValue): number | null => (exact.kind === 'number' ? exact.number : null);
const series = (values: readonly number[]) => numberSeries(values, 1);

export const numberKind: GridKind<'number'> = {
  painter: formatted('number', 'is-end is-figures'),
  text: numberText,
  editor: 'text',
  series,
  ofForeign,
  family: 'amount',
};

export const currencyKind: GridKind<'currency'> = {
  painter: formatted('currency', 'is-end is-figures'),
  text: currencyText,
  editor: 'text',
  series,
  ofForeign,
  family: 'amount',
};

export const percentKind: GridKind<'percent'> = {
  painter: percentPainter,
  text: percentText,
  editor: 'text',
  series: (values) => numberSeries(values, 0.01),
  ofForeign,
  family: 'amount',
  hasNoSum: true,
};

/** The number of a record, which the server gives. */
export const autonumberKind: GridKind<'autonumber'> = {
  painter: formatted('autonumber', 'is-end is-figures'),
  text: plainText,
  editor: null,
  family: 'amount',
  hasNoSum: true,
};
